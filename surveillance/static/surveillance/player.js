/* The page of the player: cameras side by side, the round's events beneath, the drawing of the round beside them.

   The server lays everything out (templates/surveillance/player/film.html) and says in a block of data where each clip
   lies on its clock; this makes it move. What is looked at is reported for the chain of custody. Without this script the
   page still lists events and recordings. Held by tests/surveillance/player. */

import { KEYS_OFF, meant } from "../casino/queue.js";
import { Film, Together } from "./film.js";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8];
const REPORT_EVERY_MS = 20000;
const TOGETHER_MS = 2500; // stretches that lie closer are one
const AROUND_MS = 5000; // a link without marks reaches this far to both sides

let active = null;

const all = (root, name) => [...root.querySelectorAll(`[data-${name}]`)];
const one = (root, name) => root.querySelector(`[data-${name}]`);

/* What of which recording was on the screen: merged, and told to the server from time to time and when the page goes. */
class Custody {
    constructor(data, token) {
        this.data = data;
        this.token = token;
        this.seen = new Map();
        this.told = Promise.resolve();
        this.timer = setInterval(() => this.report(), REPORT_EVERY_MS);
        this.leaving = () => document.visibilityState === "hidden" && this.report();
        this.gone = () => this.report();
        document.addEventListener("visibilitychange", this.leaving);
        window.addEventListener("pagehide", this.gone);
    }

    note(film, at = film.shown) {
        if (document.visibilityState === "hidden" || !film.clip.viewed) return;
        const from = Math.min(film.clip.duration_ms, Math.max(0, Math.round(at * 1000)));
        const to = Math.min(film.clip.duration_ms, Math.round((at + film.frameLength) * 1000));
        const stretches = this.seen.get(film.clip.viewed) || [];
        const near = stretches.find((s) => from <= s[1] + TOGETHER_MS && to >= s[0] - TOGETHER_MS);
        if (near) {
            near[0] = Math.min(near[0], from);
            near[1] = Math.max(near[1], to);
        } else {
            stretches.push([from, to]);
        }
        this.seen.set(film.clip.viewed, stretches);
    }

    /* Resolves once the server has answered everything that was told so far. */
    report() {
        const sent = [this.told];
        for (const [address, stretches] of this.seen) {
            for (const [from_ms, to_ms] of stretches) {
                const said = { from_ms, to_ms, why: this.data.why, subject: this.data.subject };
                sent.push(send(address, said, this.token, true).catch(() => {}));
            }
        }
        this.seen.clear();
        this.told = Promise.all(sent);
        return this.told;
    }

    end() {
        this.report();
        clearInterval(this.timer);
        document.removeEventListener("visibilitychange", this.leaving);
        window.removeEventListener("pagehide", this.gone);
    }
}

export async function send(address, body, token, keepalive = false) {
    const answer = await fetch(address, {
        method: "POST",
        keepalive,
        credentials: "same-origin",
        headers: { "Content-Type": "application/json", "X-CSRFToken": token, Accept: "application/json" },
        body: JSON.stringify(body),
    });
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(said.said || said.detail || `${answer.status}`);
    return said;
}

class Player {
    constructor(root) {
        this.root = root;
        this.data = JSON.parse(root.querySelector("script[type=\"application/json\"]").textContent);
        this.words = this.data.words;
        this.token = root.dataset.token || "";
        this.small = root.dataset.keys === "focus";
        this.custody = new Custody(this.data, this.token);
        this.films = this._films();
        this.together = new Together(this.films, this.data.begins_ms, this.data.ends_ms);
        this.clock = new Intl.DateTimeFormat(document.documentElement.lang || "vi", {
            timeZone: this.data.zone, hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
        });
        this.inAt = null;
        this.outAt = null;
        this.shownPicture = null;
        this.pictures = new Map();
        this._wire();
        this._indices();
        this.together.seek(this.data.at_ms).then(() => this._ready());
    }

    /* --- Making it ------------------------------------------------------------------------------------------------ */

    _films() {
        const films = [];
        for (const video of all(this.root, "clip")) {
            const clip = this.data.clips[Number(video.dataset.clip)];
            if (clip.begins_ms !== null) films.push(new Film(video, clip));
        }
        return films;
    }

    /* The times of all frames of the clips, where the server keeps them. */
    _indices() {
        for (const film of this.films) {
            if (!film.clip.index) continue;
            fetch(film.clip.index, { credentials: "same-origin" })
                .then((answer) => (answer.ok ? answer.json() : null))
                .then((found) => {
                    if (!found) return;
                    const tick = found.tick[0] / found.tick[1];
                    let at = 0;
                    film.index = [0, ...found.steps].map((step) => (at += step) * tick);
                })
                .catch(() => {});
        }
    }

    _ready() {
        this.root.dataset.ready = "1";
        // A film that stood at its second before it came into sight may bring no new picture: it is looked at.
        for (const film of this.films) {
            const here = film.video.readyState >= 2 && film.covers(this.together.playhead);
            if (here) this.custody.note(film, film.shown ?? film.video.currentTime);
        }
        if (this.root.closest("[data-review]")) this.custody.report();
    }

    _wire() {
        const together = this.together;
        together.onmove = () => this._soon();
        together.onplay = () => this._state();
        together.onframe = (film, frame, now) => {
            this.custody.note(film);
            this._soon();
            const detail = { camera: film.clip.camera, mediaTime: frame.mediaTime, due: frame.expectedDisplayTime, now };
            this.root.dispatchEvent(new CustomEvent("film:frame", { detail, bubbles: true }));
        };
        for (const video of all(this.root, "clip")) {
            video.addEventListener("error", () => this._broken(video));
            video.addEventListener("click", () => together.toggle());
        }
        for (const button of all(this.root, "do")) {
            button.addEventListener("click", (event) => {
                this.act(button.dataset.do, button.dataset.with);
                // A click of the mouse leaves the keys to the player; who came by the keyboard stays where they are.
                if (event.detail) button.blur();
            });
        }
        for (const button of all(this.root, "moment")) {
            button.addEventListener("click", (event) => {
                this.together.pause();
                this.toMoment(Number(button.dataset.moment));
                if (event.detail) button.blur();
            });
        }
        const line = one(this.root, "line");
        if (line) line.addEventListener("input", () => together.seek(this.data.begins_ms + Number(line.value)));
        for (const form of all(this.root, "form")) {
            form.addEventListener("submit", (event) => this._submit(event, form));
        }
        for (const dialog of this.root.querySelectorAll("dialog")) {
            for (const button of all(dialog, "close")) button.addEventListener("click", () => dialog.close());
        }
        const keys = one(this.root, "keys-off");
        if (keys) {
            keys.checked = localStorage.getItem(KEYS_OFF) === "1";
            keys.addEventListener("change", () => localStorage.setItem(KEYS_OFF, keys.checked ? "1" : "0"));
        }
        this._ticks();
        this._state();
        this._draw();
    }

    _broken(video) {
        const away = one(video.parentElement, "away");
        if (away) {
            away.hidden = false;
            away.textContent = this.words.broken;
            away.dataset.broken = "1";
        }
    }

    _ticks() {
        const whole = this.data.ends_ms - this.data.begins_ms || 1;
        const percent = (moment) => `${Math.min(100, Math.max(0, ((moment - this.data.begins_ms) / whole) * 100))}%`;
        for (const tick of all(this.root, "tick")) {
            const moment = this.data.moments[Number(tick.dataset.tick)];
            tick.style.left = percent(moment.ms);
            tick.addEventListener("click", () => {
                this.together.pause();
                this.toMoment(Number(tick.dataset.tick));
            });
        }
        for (const bar of all(this.root, "extent")) {
            const clip = this.data.clips[Number(bar.dataset.extent)];
            if (clip.begins_ms === null) continue;
            const at = (ms) => clip.begins_ms + ms * (clip.rate || 1);
            const ends = at(clip.to_ms || clip.duration_ms);
            bar.style.left = percent(at(clip.from_ms || 0));
            bar.style.right = `calc(100% - ${percent(ends)})`;
        }
        this.percent = percent;
    }

    /* --- Showing where it stands ---------------------------------------------------------------------------------- */

    /* Many clips tell of many frames: one drawing a frame of the screen is enough. */
    _soon() {
        if (this.due) return;
        this.due = requestAnimationFrame(() => {
            this.due = 0;
            this._draw();
        });
    }

    time(moment) {
        const whole = Math.floor(moment);
        const fraction = String(((whole % 1000) + 1000) % 1000).padStart(3, "0");
        const comma = document.documentElement.lang === "vi" ? "," : ".";
        return `${this.clock.format(whole)}${comma}${fraction}`;
    }

    within(film) {
        return film && film.clip.uncertainty_ms !== null ? `± ${this._seconds(film.clip.uncertainty_ms)}` : "";
    }

    _seconds(ms) {
        const language = document.documentElement.lang || "vi";
        if (ms < 1000) return `${ms} ms`;
        return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(ms / 1000)} s`;
    }

    _draw() {
        const { together, data } = this;
        const leader = together.leader;
        for (const now of all(this.root, "now")) {
            now.textContent = this.time(together.playhead);
            now.setAttribute("datetime", new Date(together.playhead).toISOString());
        }
        for (const within of all(this.root, "within")) within.textContent = this.within(leader);
        const line = one(this.root, "line");
        if (line) {
            if (document.activeElement !== line || together.playing || !line.matches(":active")) {
                line.value = String(Math.round(together.playhead - data.begins_ms));
            }
            line.setAttribute("aria-valuetext", this.time(together.playhead));
        }
        for (const tile of all(this.root, "camera")) this._tile(tile, leader);
        this._events();
    }

    _tile(tile, leader) {
        const code = tile.dataset.camera;
        const films = this.films.filter((film) => film.clip.camera === code);
        if (!films.length) return;
        const film = films.find((each) => each.covers(this.together.playhead));
        for (const each of films) each.video.hidden = film ? each !== film : each !== films[0];
        tile.classList.toggle("sv-leads", film !== undefined && film === leader);
        const away = one(tile, "away");
        if (away && !away.dataset.broken) {
            away.hidden = film !== undefined;
            if (!film) away.textContent = this.words.away;
        }
        const clock = one(tile, "tile-clock");
        if (clock) clock.textContent = film && film.shown !== null ? this.time(film.serverAt(film.shown)) : "–";
    }

    /* The number of the last event that has happened by the end of the shown frame; -1 before all. */
    get current() {
        const seen = this.together.seen;
        let found = -1;
        for (let n = 0; n < this.data.moments.length; n += 1) if (this.data.moments[n].ms < seen) found = n;
        return found;
    }

    _events() {
        const current = this.current;
        if (current === this.shownCurrent) return;
        this.shownCurrent = current;
        for (const button of all(this.root, "moment")) {
            const here = Number(button.dataset.moment) === current;
            if (here) button.setAttribute("aria-current", "true");
            else button.removeAttribute("aria-current");
            button.parentElement.classList.toggle("sv-passed", Number(button.dataset.moment) < current);
            if (here) this._inSight(button);
        }
        for (const tick of all(this.root, "tick")) {
            tick.classList.toggle("sv-tick-now", Number(tick.dataset.tick) === current);
        }
        this._picture(current);
    }

    /* Scroll the list of events, never the page. */
    _inSight(button) {
        const list = button.closest("[data-events]");
        if (!list) return;
        const row = button.parentElement;
        const top = row.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
            list.scrollTop = top - list.clientHeight / 3;
        }
    }

    /* The drawing of the round as it stood after an event. */
    async _picture(number) {
        const frame = one(this.root, "picture");
        if (!frame) return;
        const address = number < 0 ? null : this.data.moments[number].picture;
        this.shownPicture = address;
        if (!address) {
            frame.innerHTML = "";
            frame.textContent = this.words.before;
            return;
        }
        const markup = await this._fetched(address);
        if (this.shownPicture !== address) return;
        if (markup !== null) frame.innerHTML = markup;
        // While the film plays the next one is fetched ahead: a round of baccarat has dozens, and most films stand still.
        const next = this.data.moments[number + 1];
        if (next && next.picture && this.together.playing) this._fetched(next.picture);
    }

    _fetched(address) {
        if (!this.pictures.has(address)) {
            const got = fetch(address, { credentials: "same-origin" })
                .then((answer) => (answer.ok ? answer.text() : null))
                .catch(() => null);
            this.pictures.set(address, got);
        }
        return this.pictures.get(address);
    }

    _state() {
        const { together } = this;
        this.root.dataset.playing = together.playing ? "1" : "";
        for (const button of all(this.root, "do")) {
            if (button.dataset.do === "toggle") {
                button.setAttribute("aria-label", together.playing ? this.words.pause : this.words.play);
                const sign = one(button, "sign");
                if (sign) sign.textContent = together.playing ? "pause" : "play_arrow";
            }
            if (button.dataset.do === "speed") {
                button.setAttribute("aria-pressed", Number(button.dataset.with) === together.speed ? "true" : "false");
            }
            if (button.dataset.do === "camera") {
                button.setAttribute("aria-pressed", button.dataset.with === together.chosen ? "true" : "false");
            }
        }
    }

    say(words, wrong = false) {
        const said = one(this.root, "said");
        if (!said) return;
        said.textContent = words;
        said.classList.toggle("sv-wrong", wrong);
        clearTimeout(this.saying);
        if (!wrong) this.saying = setTimeout(() => { said.textContent = ""; }, 8000);
    }

    /* --- What people do ------------------------------------------------------------------------------------------- */

    toMoment(number) {
        const moment = this.data.moments[number];
        return moment ? this.together.seek(moment.ms) : Promise.resolve();
    }

    event(by) {
        this.together.pause();
        const next = this.current + by;
        if (next < 0) return this.together.seek(this.data.begins_ms);
        return this.toMoment(Math.min(next, this.data.moments.length - 1));
    }

    act(name, value) {
        const { together } = this;
        const acts = {
            toggle: () => together.toggle(),
            frame: () => together.step(Number(value)),
            skip: () => together.seek(together.playhead + Number(value)),
            event: () => this.event(Number(value)),
            speed: () => this._speed(Number(value)),
            camera: () => this._camera(value),
            full: () => this._full(value),
            start: () => together.seek(this.data.begins_ms),
            end: () => together.seek(this.data.ends_ms - 1),
            mark: () => this.mark(""),
            note: () => this._ask("note"),
            clock: () => this._clock(),
            link: () => this._link(),
            in: () => this._edge("in"),
            out: () => this._edge("out"),
            help: () => this._ask("help"),
        };
        if (acts[name]) acts[name]();
    }

    _speed(speed) {
        this.together.pace = speed;
        this.say(`${this.words.speed} ${new Intl.NumberFormat(document.documentElement.lang).format(speed)}×`);
    }

    faster(by) {
        const at = SPEEDS.indexOf(this.together.speed);
        this._speed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))]);
    }

    /* A camera is chosen; chosen again, it is shown large, and the others small. */
    _camera(code) {
        if (this.together.chosen === code) this.root.classList.toggle("sv-solo");
        else this.together.choose(code);
        for (const tile of all(this.root, "camera")) tile.classList.toggle("sv-chosen", tile.dataset.camera === code);
    }

    _full(code) {
        if (document.fullscreenElement) {
            document.exitFullscreen();
            return;
        }
        const wanted = code || this.together.chosen;
        const tile = all(this.root, "camera").find((each) => each.dataset.camera === wanted);
        if (tile && tile.requestFullscreen) tile.requestFullscreen().catch(() => this.say(this.words.no_full, true));
    }

    _frame() {
        const leader = this.together.leader;
        if (leader && leader.shown !== null) return leader;
        this.say(this.words.nothing_shown, true);
        return null;
    }

    /* Keep the shown frame as evidence: the server takes the still from the original. */
    async mark(note) {
        const film = this._frame();
        if (!film) return;
        this.together.pause();
        const current = this.data.moments[this.current];
        const [from, to] = film.span;
        const event = current && current.ms >= from - 1 && current.ms < to ? current.id : null;
        const at_ms = Math.round((film.shown + film.frameLength / 2) * 1000);
        await this._do("mark", { recording: film.clip.recording, at_ms, event, note });
    }

    async _do(name, body) {
        this.say(this.words.working);
        try {
            const said = await send(this.data.addresses[name], { ...body, command_id: crypto.randomUUID() }, this.token);
            this.say(said.said);
            const list = one(this.root, "kept");
            if (list && said.html) {
                list.insertAdjacentHTML("afterbegin", said.html);
                list.closest("details").open = true;
                const none = one(this.root, "kept-none");
                if (none) none.hidden = true;
            }
            return true;
        } catch (problem) {
            this.say(problem.message || this.words.failed, true);
            return false;
        }
    }

    _ask(name) {
        const dialog = this.root.querySelector(`dialog[data-dialog="${name}"]`);
        if (!dialog) return null;
        this.together.pause();
        dialog.showModal();
        return dialog;
    }

    /* "This frame is that event": which event, the one under the playhead being offered. */
    _clock() {
        const film = this._frame();
        if (!film) return;
        const dialog = this._ask("clock");
        if (!dialog) return;
        this.paired = { recording: film.clip.recording, frame_ms: Math.round(film.shown * 1000) };
        one(dialog, "paired-camera").textContent = film.clip.name;
        one(dialog, "paired-time").textContent = this.time(film.serverAt(film.shown));
        const choice = dialog.querySelector("select");
        choice.value = String(Math.max(0, this._nearest(film.serverAt(film.shown))));
        const told = () => {
            const moved = this.data.moments[Number(choice.value)].ms - film.serverAt(film.shown);
            one(dialog, "paired-moved").textContent = `${moved >= 0 ? "+" : "−"}${this._seconds(Math.abs(Math.round(moved)))}`;
        };
        choice.onchange = told;
        told();
    }

    _nearest(moment) {
        let best = 0;
        this.data.moments.forEach((each, n) => {
            if (Math.abs(each.ms - moment) < Math.abs(this.data.moments[best].ms - moment)) best = n;
        });
        return best;
    }

    _edge(which) {
        const at = this.together.playhead;
        if (which === "in") {
            this.inAt = at;
            if (this.outAt !== null && this.outAt <= at) this.outAt = null;
        } else {
            this.outAt = at;
            if (this.inAt !== null && this.inAt >= at) this.inAt = null;
        }
        const stretch = one(this.root, "stretch");
        if (stretch && this.percent) {
            const [from, to] = this._stretch();
            stretch.hidden = false;
            stretch.style.left = this.percent(from);
            stretch.style.right = `calc(100% - ${this.percent(to)})`;
        }
        this.say(`${which === "in" ? this.words.from : this.words.to} ${this.time(at)}`);
    }

    _stretch() {
        const at = this.together.playhead;
        const from = this.inAt === null ? (this.outAt === null ? at : this.outAt) - AROUND_MS : this.inAt;
        const to = this.outAt === null ? (this.inAt === null ? at : this.inAt) + AROUND_MS : this.outAt;
        return [Math.max(from, this.data.begins_ms), Math.min(to, this.data.ends_ms)];
    }

    _link() {
        const dialog = this._ask("link");
        if (!dialog) return;
        const [from, to] = this._stretch();
        one(dialog, "link-from").textContent = this.time(from);
        one(dialog, "link-to").textContent = this.time(to);
    }

    /* One link a camera that has film of the stretch. Answers whether all were recorded. */
    async link(subject, note) {
        const [from, to] = this._stretch();
        const clips = [];
        for (const film of this.films) {
            const first = Math.max(film.first, film.mediaAt(from));
            const last = Math.min(film.duration, film.mediaAt(to));
            if (last > first) {
                const stretch = { from_ms: Math.floor(first * 1000), to_ms: Math.ceil(last * 1000) };
                clips.push({ recording: film.clip.recording, ...stretch });
            }
        }
        if (!clips.length) {
            this.say(this.words.nothing_shown, true);
            return false;
        }
        return this._do("link", { subject, clips, note });
    }

    async _submit(event, form) {
        event.preventDefault();
        const kind = form.dataset.form;
        const fields = new FormData(form);
        const dialog = form.closest("dialog");
        if (dialog) dialog.close();
        if (kind === "note") await this.mark(String(fields.get("note") || ""));
        if (kind === "clock") await this._do("pair", { ...this.paired, event: this.data.moments[Number(fields.get("event"))].id });
        if (kind === "link") {
            let subject = String(fields.get("subject"));
            const current = this.data.moments[this.current];
            if (subject === "event" && current) subject = `event:${current.id}`;
            await this.link(subject, String(fields.get("note") || ""));
        }
        if (kind !== "clock") form.reset();
    }

    /* --- Keys ----------------------------------------------------------------------------------------------------- */

    key(event) {
        const steps = event.shiftKey ? 10000 : 1000;
        const named = {
            " ": () => this.act("toggle"),
            ArrowLeft: () => this.act("skip", -steps),
            ArrowRight: () => this.act("skip", steps),
            ArrowUp: () => this.act("event", -1),
            ArrowDown: () => this.act("event", 1),
            ",": () => this.act("frame", -1),
            ".": () => this.act("frame", 1),
            "-": () => this.faster(-1),
            "+": () => this.faster(1),
            "=": () => this.faster(1),
            0: () => this._speed(1),
            Home: () => this.act("start"),
            End: () => this.act("end"),
            f: () => this.act("full"),
            m: () => this.act("mark"),
            M: () => this.act("note"),
            c: () => this.act("clock"),
            l: () => this.act("link"),
            i: () => this.act("in"),
            o: () => this.act("out"),
            "?": () => this.act("help"),
        };
        const act = named[event.key];
        if (act) {
            act();
            return true;
        }
        if (/^[1-9]$/.test(event.key)) {
            const tile = all(this.root, "camera")[Number(event.key) - 1];
            if (tile) this._camera(tile.dataset.camera);
            return Boolean(tile);
        }
        return false;
    }

    end() {
        this.ended = true;
        this.together.pause();
        this.custody.end();
        for (const film of this.films) {
            film.video.removeAttribute("src");
            film.video.load();
        }
        if (active === this) active = null;
    }
}

document.addEventListener("keydown", (event) => {
    if (!active || !meant(event)) return;
    if (active.small && !active.root.contains(document.activeElement)) return;
    if (active.key(event)) event.preventDefault();
});

export function mount(root) {
    const player = new Player(root);
    active = player;
    root.addEventListener("pointerdown", () => { active = player; });
    root.addEventListener("focusin", () => { active = player; });
    return player;
}

for (const root of document.querySelectorAll("[data-film]")) mount(root);

/* The small player of other pages comes when it is asked for: nothing is loaded, and nothing counts as looked at, before. */
for (const button of document.querySelectorAll("[data-show-film]")) {
    button.addEventListener("click", async () => {
        const place = document.getElementById(button.getAttribute("aria-controls"));
        button.disabled = true;
        const answer = await fetch(button.dataset.showFilm, { credentials: "same-origin" }).catch(() => null);
        if (!answer || !answer.ok) {
            button.disabled = false;
            place.textContent = button.dataset.trouble;
            return;
        }
        place.innerHTML = await answer.text();
        button.hidden = true;
        const root = place.querySelector("[data-film]");
        if (root) {
            mount(root);
            root.focus();
        }
    });
}
