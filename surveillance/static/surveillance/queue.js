/* The review queue: one matter after the other, each at its second in all cameras, the next one loading meanwhile.

   What is said of one is recorded and the next is shown by the same key. Held by tests/surveillance/player. */

import { meant, mount, send } from "./player.js";

const one = (root, name) => root.querySelector(`[data-${name}]`);
const all = (root, name) => [...root.querySelectorAll(`[data-${name}]`)];

class Queue {
    constructor(root) {
        this.root = root;
        this.token = root.dataset.token;
        this.items = JSON.parse(root.querySelector("script[type=\"application/json\"]").textContent);
        this.place = -1;
        this.player = null;
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

    /* The page of a matter, out of sight: its films load, and stand at their second, before anybody asks. What is loaded ahead
       does not count as looked at: the player tells what is shown once it is in sight. */
    load(place, ahead = false) {
        if (place < 0 || place >= this.items.length) return Promise.resolve(null);
        if (!this.loaded.has(place)) {
            const address = this.items[place].item + (ahead ? "?ahead=1" : "");
            const got = fetch(address, { credentials: "same-origin" })
                .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
                .then((markup) => {
                    const holder = document.createElement("div");
                    holder.innerHTML = markup;
                    ready(holder);
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
            if (this.player) this.player.end();
            this.place = place;
            const frame = one(this.root, "item");
            frame.replaceChildren(...holder.childNodes);
            this.player = mount(one(frame, "film"));
            this.wire(frame);
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
        const left = this.items.findIndex((item, n) => n > this.place && !item.done);
        return left;
    }

    wire(frame) {
        this.item = frame.querySelector(".sv-item");
        for (const button of all(frame, "verdict")) {
            button.addEventListener("click", () => this.verdict(button.dataset.verdict));
        }
        for (const button of all(frame, "queue")) button.addEventListener("click", () => this.act(button.dataset.queue));
        const dialog = one(frame, "queue-dialog");
        if (!dialog) return;
        one(dialog, "queue-close").addEventListener("click", () => dialog.close());
        one(dialog, "queue-form").addEventListener("submit", (event) => {
            event.preventDefault();
            dialog.close();
            this.dismiss(event.target);
        });
    }

    state() {
        const done = this.items.filter((item) => item.done).length;
        one(this.root, "place").textContent = `${this.place + 1} / ${this.items.length}`;
        one(this.root, "done").textContent = String(done);
        one(this.root, "progress").value = done;
        all(this.root, "entry-done").forEach((tag, n) => { tag.hidden = !this.items[n].done; });
        all(this.root, "entry").forEach((link, n) => {
            if (n === this.place) link.setAttribute("aria-current", "true");
            else link.removeAttribute("aria-current");
        });
        one(this.root, "finished").hidden = this.following() >= 0 || !this.items.every((item) => item.done);
    }

    say(words, wrong = false) {
        const said = one(this.root, "queue-said");
        said.textContent = words;
        said.classList.toggle("sv-wrong", wrong);
    }

    verdict(verdict) {
        if (this.item.dataset.verdicts) this.record(this.item.dataset.verdicts, { verdict });
    }

    /* A dismissal is a weighty act: where the person is to be asked once more, or to sign, the server answers with that
       question, and the form goes there as forms do. It comes back to the queue. */
    dismiss(form) {
        form.elements.command_id.value = crypto.randomUUID();
        return this.told(async () => {
            const answer = await fetch(form.action, {
                method: "POST",
                credentials: "same-origin",
                headers: { Accept: "application/json" },
                body: new FormData(form),
            });
            if (!answer.headers.get("Content-Type")?.startsWith("application/json")) {
                const back = window.location.pathname + window.location.search;
                form.action += `?back=${encodeURIComponent(back)}`;
                form.submit();
                return null;
            }
            const said = await answer.json();
            if (!answer.ok) throw new Error(said.said || `${answer.status}`);
            return said;
        });
    }

    record(address, said) {
        return this.told(async () => {
            if (this.player) await this.player.custody.report(); // a verdict needs film that was looked at
            return send(address, { ...said, command_id: crypto.randomUUID() }, this.token);
        });
    }

    /* Tell the server; then the next one. */
    async told(sent) {
        if (this.recording) return;
        this.recording = true;
        const place = this.place;
        try {
            const answer = await sent();
            if (!answer) return; // the page goes elsewhere
            this.items[place].done = true;
            this.say(answer.said);
            this.state();
        } catch (problem) {
            this.say(problem.message, true);
            return;
        } finally {
            this.recording = false;
        }
        const next = this.following();
        if (next >= 0) await this.show(next);
    }

    act(name) {
        const dialog = one(this.item, "queue-dialog");
        const acts = {
            next: () => this.show(Math.min(this.place + 1, this.items.length - 1)),
            previous: () => this.show(Math.max(this.place - 1, 0)),
            link: () => this.player.data.addresses.link && this.player.link(this.item.dataset.linkSubject, ""),
            case: () => this.item.dataset.case && window.open(this.item.dataset.case, "_blank", "noopener"),
            dismiss: () => dialog && dialog.showModal(),
        };
        acts[name]();
    }

    key(event) {
        if (!this.item || !meant(event)) return;
        const acts = {
            y: () => this.verdict("as_recorded"),
            w: () => this.verdict("otherwise"),
            v: () => this.verdict("not_visible"),
            x: () => this.act("dismiss"),
            k: () => this.act("case"),
            l: () => this.act("link"),
            L: () => this.player.act("link"),
            n: () => this.act("next"),
            p: () => this.act("previous"),
        };
        const act = acts[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    }
}

/* Put every film of a page that is out of sight to its second: the browser loads and decodes it meanwhile. */
function ready(holder) {
    const block = holder.querySelector("script[type=\"application/json\"]");
    if (!block) return;
    const data = JSON.parse(block.textContent);
    for (const video of all(holder, "clip")) {
        const clip = data.clips[Number(video.dataset.clip)];
        if (!clip || clip.begins_ms === null) continue;
        const at = (data.at_ms - clip.begins_ms) / 1000 / (clip.rate || 1);
        const there = () => { video.currentTime = Math.min(Math.max(at, 0), clip.duration_ms / 1000); };
        video.addEventListener("loadedmetadata", there, { once: true });
    }
    const near = data.moments.filter((moment) => moment.ms <= data.at_ms && moment.picture).pop();
    if (near) fetch(near.picture, { credentials: "same-origin" }).catch(() => {});
}

for (const root of document.querySelectorAll("[data-review]")) new Queue(root);
