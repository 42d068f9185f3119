/* A queue: one matter after the other, the next one loading meanwhile. What is said of one is recorded, and the next is
   shown by the same key.

   A matter is a fragment that the server answers. In it `data-key` names the key that presses a button, `data-queue` what
   a button does, a form `data-queue-form` is sent and answered in JSON, `data-queue-open` opens a dialog of that name.
   Marked matters of one kind go along with a form that says `data-queue-together`. Held by
   tests/journeys/test_desk.py and tests/surveillance/player. */

/* Single keys: when one is meant for the page, and not for what somebody types or presses. One rule for the player, the
   queues and the lists. Held by tests/journeys/test_inbox_keys.py and tests/surveillance/player. */

export const KEYS_OFF = "surveillance-keys-off";

const TYPING = "input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]";
const PRESSED = "button, a[href], summary, input[type=checkbox]";

/* Not while somebody types, presses a button by the keyboard, or has switched the keys off (single keys can be in the way
   of other aids). */
export function meant(event) {
    if (document.querySelector("dialog[open]")) return false;
    return single(event) && !at(event).closest(TYPING) && !(plain(event) && at(event).closest(PRESSED));
}

/* In a dialog: a key may choose among radio buttons, and never while words are typed. */
export function meantInside(dialog, event) {
    return single(event) && dialog.contains(at(event)) && !plain(event) && !at(event).closest("input:not([type=radio]), textarea, select");
}

function single(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return false;
    return localStorage.getItem(KEYS_OFF) !== "1";
}

const at = (event) => (event.target instanceof Element ? event.target : document.body);
const plain = (event) => event.key === " " || event.key === "Enter";

export const one = (root, name) => root.querySelector(`[data-${name}]`);
export const all = (root, name) => [...root.querySelectorAll(`[data-${name}]`)];

export class Queue {
    constructor(root) {
        this.root = root;
        this.items = JSON.parse(root.querySelector("script[type=\"application/json\"]").textContent);
        this.place = -1;
        this.loaded = new Map();
        for (const link of all(root, "entry")) {
            link.addEventListener("click", (event) => {
                event.preventDefault();
                this.show(Number(link.dataset.entry));
                root.scrollIntoView();
            });
        }
        document.addEventListener("keydown", (event) => this.key(event), { capture: true });
        const first = this.items.findIndex((item) => !item.done);
        if (this.items.length) this.show(first < 0 ? 0 : first);
    }

    /* What a queue with more in it than words does with a matter: loaded ahead, about to be shown, about to go. */
    ahead(holder) {}
    shown(frame) {}
    leave() {}
    async before() {}

    /* The page of a matter, out of sight. What is loaded ahead does not count as looked at. */
    load(place, ahead = false) {
        if (place < 0 || place >= this.items.length) return Promise.resolve(null);
        if (!this.loaded.has(place)) {
            const address = this.items[place].item + (ahead ? "?ahead=1" : "");
            const got = fetch(address, { credentials: "same-origin" })
                .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
                .then((markup) => {
                    const holder = document.createElement("div");
                    holder.innerHTML = markup;
                    this.ahead(holder);
                    return holder;
                })
                .catch(() => {
                    this.loaded.delete(place);
                    return null;
                });
            this.loaded.set(place, got);
        }
        return this.loaded.get(place);
    }

    async show(place) {
        if (this.showing) return;
        this.showing = true;
        try {
            const holder = await this.load(place);
            if (!holder) {
                this.say(this.root.dataset.trouble, true);
                return;
            }
            this.loaded.delete(place); // what is shown again later is asked for anew
            this.leave();
            this.place = place;
            const frame = one(this.root, "item");
            frame.replaceChildren(...holder.childNodes);
            this.item = frame.querySelector(".tp-queue-item");
            if ("over" in this.item.dataset) this.items[place].done = true; // somebody else was quicker
            this.wire(frame);
            this.shown(frame);
            this.state();
            frame.querySelector("h2").focus({ preventScroll: true });
            this.root.dataset.shown = String(place);
        } finally {
            this.showing = false;
        }
        this.load(this.following(), true);
    }

    /* The next one that is not done; -1 after the last. */
    following() {
        return this.items.findIndex((item, n) => n > this.place && !item.done);
    }

    wire(frame) {
        for (const button of all(frame, "queue")) button.addEventListener("click", () => this.act(button.dataset.queue));
        for (const button of all(frame, "queue-open")) {
            button.addEventListener("click", () => this.open(button.dataset.queueOpen));
        }
        for (const button of all(frame, "queue-close")) {
            button.addEventListener("click", () => button.closest("dialog").close());
        }
        for (const form of all(frame, "queue-form")) {
            form.addEventListener("submit", (event) => {
                event.preventDefault();
                this.send(form, event.submitter);
            });
            form.addEventListener("input", () => this.unshow(form));
        }
    }

    state() {
        const done = this.items.filter((item) => item.done).length;
        one(this.root, "place").textContent = `${this.place + 1} / ${this.items.length}`;
        one(this.root, "done").textContent = String(done);
        one(this.root, "progress").value = done;
        all(this.root, "entry-done").forEach((tag, n) => { tag.hidden = !this.items[n].done; });
        all(this.root, "entry-marked").forEach((tag, n) => { tag.hidden = !this.items[n].marked || this.items[n].done; });
        all(this.root, "entry").forEach((link, n) => {
            if (n === this.place) link.setAttribute("aria-current", "true");
            else link.removeAttribute("aria-current");
        });
        one(this.root, "finished").hidden = this.following() >= 0 || !this.items.every((item) => item.done);
        const together = String(this.together().length);
        all(this.root, "queue-count").forEach((tag) => { tag.textContent = together; });
        all(this.root, "queue-several").forEach((tag) => { tag.hidden = together === "1"; });
        all(this.root, "queue-kind").forEach((tag) => { tag.textContent = String(this.alike().length); });
    }

    say(words, wrong = false) {
        const said = this.item?.querySelector("dialog[open] [data-queue-trouble]") || one(this.root, "queue-said");
        said.textContent = words;
        said.classList.toggle("tp-wrong", wrong);
    }

    // --- Several of one kind ---------------------------------------------------------------------------------------

    /* The places of what is open and of the same kind as the matter that is shown. */
    alike() {
        const kind = this.items[this.place]?.kind;
        return [...this.items.keys()].filter((n) => n === this.place || (kind && this.items[n].kind === kind && !this.items[n].done));
    }

    /* The matter that is shown, and what is marked of its kind. */
    together() {
        return this.alike().filter((n) => n === this.place || this.items[n].marked);
    }

    // --- Saying something of a matter ------------------------------------------------------------------------------

    open(name) {
        const dialog = this.item.querySelector(`[data-queue-dialog="${name}"]`);
        for (const form of all(dialog, "queue-form")) this.unshow(form);
        one(dialog, "queue-trouble").textContent = "";
        dialog.showModal();
    }

    /* What was shown of a form holds for what it said: a change asks anew. */
    unshow(form) {
        if (form.elements.confirmed?.value) form.elements.confirmed.value = form.elements.command_id.value = "";
        const shown = one(form, "queue-shown");
        if (shown) shown.textContent = "";
    }

    /* An act may be a weighty one: where the person is to be asked once more, or to sign, the server answers with that
       question, and the form goes there as forms do. It comes back to the queue. */
    send(form, submitter) {
        const places = "queueTogether" in form.dataset ? this.together() : [this.place];
        for (const old of form.querySelectorAll("input[name=findings]")) old.remove();
        if ("queueTogether" in form.dataset) form.append(...places.map((n) => hidden("findings", this.items[n].key)));
        if (!form.elements.confirmed?.value) form.elements.command_id.value = crypto.randomUUID();
        const sent = async () => {
            const body = new FormData(form, submitter);
            const answer = await fetch(form.action, {
                method: "POST",
                credentials: "same-origin",
                headers: { Accept: "application/json" },
                body,
            });
            if (answer.status === 404 || answer.status >= 500) throw new Error(this.root.dataset.trouble);
            if (!answer.headers.get("Content-Type")?.startsWith("application/json")) {
                const back = window.location.pathname + window.location.search;
                form.action += `${form.action.includes("?") ? "&" : "?"}back=${encodeURIComponent(back)}`;
                if (submitter?.name) form.append(hidden(submitter.name, submitter.value));
                form.submit();
                return null;
            }
            const said = await answer.json();
            if (!answer.ok) throw new Error(said.said || `${answer.status}`);
            if (!said.confirm) return said;
            form.elements.confirmed.value = said.confirm;
            if (places.length === 1) return sent(); // what one comes to stands beside it already
            one(form, "queue-shown").textContent = said.said;
            return null;
        };
        return this.told(sent, places);
    }

    /* Tell the server; then the next one. */
    async told(sent, places = [this.place]) {
        if (this.recording) return;
        this.recording = true;
        try {
            await this.before();
            const answer = await sent();
            if (!answer) return; // the page goes elsewhere, or what it comes to is shown first
            this.item.querySelector("dialog[open]")?.close();
            delete this.root.dataset.shown;
            for (const n of places) this.items[n].done = true;
            this.say(answer.said);
            this.state();
        } catch (problem) {
            this.say(problem.message, true);
            return;
        } finally {
            this.recording = false;
        }
        const next = this.following();
        const left = next >= 0 ? next : this.items.findIndex((item) => !item.done);
        if (left >= 0) await this.show(left);
        else this.root.dataset.shown = "none";
    }

    act(name) {
        const acts = {
            next: () => this.show(Math.min(this.place + 1, this.items.length - 1)),
            previous: () => this.show(Math.max(this.place - 1, 0)),
            mark: () => {
                this.items[this.place].marked = !this.items[this.place].marked;
                this.state();
                if (this.items[this.place].marked && this.following() >= 0) this.show(this.following());
            },
            kind: () => {
                for (const n of this.alike()) this.items[n].marked = true;
                this.state();
            },
        };
        if (acts[name]) acts[name]();
    }

    key(event) {
        if (!this.item || this.showing || this.recording) return; // nothing is said of a matter that is going
        const dialog = this.item.querySelector("dialog[open]");
        if (dialog ? !meantInside(dialog, event) : !meant(event)) return;
        const pressed = (dialog || this.item).querySelector(`[data-key="${CSS.escape(event.key)}"]`);
        if (!pressed) return;
        event.preventDefault();
        pressed.click();
        if (dialog) pressed.focus();
    }
}

function hidden(name, value) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    return field;
}

for (const root of document.querySelectorAll("[data-queue-page=\"plain\"]")) new Queue(root);
