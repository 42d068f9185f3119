/* Several clips as one film: each clip knows where on the server's clock it lies, and all of them follow one playhead.

   Moments are milliseconds since 1970 by the server's clock; times within a clip are seconds from its first frame.
   Nothing here knows of a page: player.js lays it out. Held by tests/surveillance/player, in a real browser, against
   frame numbers read from the pictures. */

const FAR_MS = 100; // beyond this a clip is put right by one seek; below, by its speed
const LEAD_MS = 120; // what a seek takes: the clip is sent that far ahead
const SEEK_AGAIN_MS = 700;
const GAIN = 3; // share of the error that is made good in a second
const MOST = 0.25; // the speed is changed by no more than this share: films are silent
const QUIET_MS = 8; // an error that nobody sees
const SEEK_PATIENCE_MS = 4000;
const FRAME_PATIENCE_MS = 150; // a seek to the frame that is shown already brings no new one
const NEW_FRAME_PATIENCE_MS = 2000; // a seek elsewhere brings one, on a busy machine later
const GUESSED_FRAME_S = 0.04;
const SAME_FRAME_S = 2; // without the times of all frames: no frame stands longer

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

const event = (target, name, patience) =>
    new Promise((resolve) => {
        const done = () => {
            clearTimeout(timer);
            target.removeEventListener(name, done);
            resolve();
        };
        const timer = setTimeout(done, patience);
        target.addEventListener(name, done);
    });

/* One clip: a video element, the stretch of it that is meant (`from_ms`, `to_ms`: all of it, unless its times jump), and
   the server's moment at which its zero would be (`begins_ms`; `rate` is how much of the server's
   time passes while one millisecond of the clip does, which differs from 1 where the recorder's clock drifts). */
export class Film {
    constructor(video, clip) {
        this.video = video;
        this.clip = clip;
        this.rate = clip.rate || 1;
        this.shown = null; // start of the frame on the screen, in seconds
        this.shownAt = 0; // when it came (or comes) to the screen, performance.now()
        this.pts = null;
        this.jumpedAt = -Infinity;
        this.heard = new Set();
        this.pending = null;
        this.wanted = null;
        this.onframe = null;
        this._listen();
    }

    /* The times of all frames (seconds, ascending), where the server has them. */
    set index(seconds) {
        this.pts = seconds && seconds.length ? Float64Array.from(seconds) : null;
    }

    /* Where the stretch begins and ends, in seconds of the clip. */
    get first() {
        return (this.clip.from_ms || 0) / 1000;
    }

    get duration() {
        return (this.clip.to_ms || this.clip.duration_ms) / 1000;
    }

    get frameLength() {
        if (this.pts && this.shown !== null) {
            const n = this._frame(this.shown + 1e-4);
            if (n + 1 < this.pts.length) return this.pts[n + 1] - this.pts[n];
        }
        return this.clip.fps ? 1 / this.clip.fps : this.learnt || GUESSED_FRAME_S;
    }

    serverAt(seconds) {
        return this.clip.begins_ms + seconds * 1000 * this.rate;
    }

    mediaAt(moment) {
        return (moment - this.clip.begins_ms) / 1000 / this.rate;
    }

    covers(moment) {
        const at = this.mediaAt(moment);
        return at >= this.first && at < this.duration;
    }

    /* The server's moments of the shown frame: its first, and the first that is no longer its. */
    get span() {
        if (this.shown === null) return null;
        return [this.serverAt(this.shown), this.serverAt(this.shown + this.frameLength)];
    }

    _listen() {
        const heard = (now, frame) => {
            if (this.shown !== null && !this.video.seeking) {
                const step = frame.mediaTime - this.shown;
                if (step > 0.001 && step < 0.5) this.learnt = this.learnt ? Math.min(this.learnt * 1.02, step) : step;
            }
            this.shown = frame.mediaTime;
            this.shownAt = frame.expectedDisplayTime;
            for (const tell of [...this.heard]) tell(frame);
            if (this.onframe) this.onframe(this, frame, now);
            this.video.requestVideoFrameCallback(heard);
        };
        this.video.requestVideoFrameCallback(heard);
    }

    /* The number of the frame that is on the screen at a time of the clip. */
    _frame(seconds) {
        let low = 0;
        let high = this.pts.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.pts[middle] <= seconds) low = middle;
            else high = middle - 1;
        }
        return low;
    }

    /* The middle of the frame that is on the screen at a time: the edges of frames are rounded, the middles are not. */
    middle(seconds) {
        const at = clamp(seconds, this.first, Math.max(this.first, this.duration - 0.001));
        if (this.pts) {
            const n = this._frame(at + 5e-4);
            const start = this.pts[n];
            const end = n + 1 < this.pts.length ? this.pts[n + 1] : Math.max(this.duration, start + 0.002);
            return (start + end) / 2;
        }
        if (this.clip.fps) return (Math.floor(at * this.clip.fps + 0.01) + 0.5) / this.clip.fps;
        return at;
    }

    /* Show the frame of a time. A seek asked for during another takes its place when that is done: only the last of many
       is carried out. */
    seek(seconds) {
        this.wanted = seconds;
        if (!this.pending) {
            this.pending = this._seekAll().finally(() => {
                this.pending = null;
            });
        }
        return this.pending;
    }

    async _seekAll() {
        while (this.wanted !== null) {
            const target = this.middle(this.wanted);
            this.wanted = null;
            await this._seek(target);
        }
    }

    async _seek(target) {
        const video = this.video;
        if (video.readyState < 1) {
            if (video.preload === "none") video.preload = "metadata";
            await event(video, "loadedmetadata", SEEK_PATIENCE_MS);
        }
        if (video.error || video.readyState < 1) return;
        const came = this._frameAt(target);
        const here = this.shown !== null && target >= this.shown - 0.001 && target < this.shown + this.frameLength;
        const patience = here ? FRAME_PATIENCE_MS : NEW_FRAME_PATIENCE_MS;
        const done = event(video, "seeked", SEEK_PATIENCE_MS);
        video.currentTime = target;
        await done;
        await Promise.race([came.promise, new Promise((resolve) => setTimeout(resolve, patience))]);
        came.forget();
        this._settle(target);
    }

    /* A browser that had the picture of a time before it was asked to tell of pictures tells of an earlier one, or of
       none: what stands there is then told by the video itself. Frames are marked and clocks set by it. */
    _settle(target) {
        const { video } = this;
        if (video.seeking || video.readyState < 2 || Math.abs(video.currentTime - target) > 0.001) return;
        const start = this._start(target);
        const near = this.shown !== null && this.shown <= target + 0.001 && target - this.shown < SAME_FRAME_S;
        if (near && (!this.pts || Math.abs(this.shown - start) < 0.002)) return;
        this.shown = start;
        this.shownAt = performance.now();
        const told = { mediaTime: start, expectedDisplayTime: this.shownAt };
        if (this.onframe) this.onframe(this, told, this.shownAt);
    }

    /* When the frame began that stands at a time. */
    _start(seconds) {
        if (this.pts) return this.pts[this._frame(seconds + 5e-4)];
        return this.clip.fps ? Math.floor(seconds * this.clip.fps + 0.01) / this.clip.fps : seconds;
    }

    /* Wait for the picture of a time. There may be none: the frame that is shown is not shown again. */
    _frameAt(target) {
        let hear;
        const promise = new Promise((resolve) => {
            hear = (frame) => {
                if (frame.mediaTime <= target + 0.001 && target - frame.mediaTime < 2) resolve();
            };
            this.heard.add(hear);
        });
        return { promise, forget: () => this.heard.delete(hear) };
    }

    /* One frame on (1) or back (-1). False at the ends. */
    async step(by) {
        if (this.shown === null) return false;
        const before = this.shown;
        if (this.pts) {
            const n = this._frame(before + 5e-4) + by;
            if (n < 0 || n >= this.pts.length) return false;
            await this.seek(this.pts[n]);
        } else if (by < 0) {
            if (before <= 0.001) return false;
            await this._exactly(before - 0.001);
        } else {
            const length = this.frameLength;
            for (let tries = 0; tries < 12 && this.shown <= before + 1e-4; tries += 1) {
                const next = before + length * (1.5 + tries / 2);
                if (next >= this.duration) return false;
                await this._exactly(next);
            }
            if (!this.clip.fps) await this._first(before);
        }
        return Math.abs(this.shown - before) > 1e-4;
    }

    /* Back to the first frame after `before`: the frame just before any other is always found, whatever the rate. */
    async _first(before) {
        let found = this.shown;
        while (found > before + 1e-4) {
            await this._exactly(found - 0.001);
            if (this.shown >= found - 1e-4) return;
            if (this.shown <= before + 1e-4) {
                await this._exactly(found + 0.0005);
                return;
            }
            found = this.shown;
        }
    }

    async _exactly(seconds) {
        if (this.pending) await this.pending;
        await this._seek(seconds);
    }
}

/* All clips and the playhead. The leader is the film of the camera that a person has
   chosen: the others follow it. */
export class Together {
    constructor(films, begins, ends) {
        this.films = films;
        this.begins = begins;
        this.ends = ends;
        this.playhead = begins;
        this.speed = 1;
        this.playing = false;
        this.chosen = films.length ? films[0].clip.camera : "";
        this.jumps = 0;
        this.onmove = () => {};
        this.onplay = () => {};
        this.onframe = () => {};
        for (const film of films) {
            film.onframe = (_, frame, now) => this._frame(film, frame, now);
            film.video.addEventListener("ended", () => this._ended(film));
            film.video.addEventListener("waiting", () => film === this.leader && this._hold(true));
            film.video.addEventListener("playing", () => film === this.leader && this._hold(false));
        }
    }

    /* The chosen camera where it has film at this moment, else the first that has. */
    get leader() {
        const there = this.films.filter((film) => film.covers(this.playhead));
        return there.find((film) => film.clip.camera === this.chosen) || there[0] || null;
    }

    /* The first moment that the shown frame does not reach: what happened before it is on the screen. */
    get seen() {
        const leader = this.leader;
        const span = leader && leader.span;
        if (!span || Math.abs(this.playhead - span[0]) > 2000) return this.playhead + 1;
        return Math.max(this.playhead + 1, span[1]);
    }

    async seek(moment) {
        this.playhead = clamp(moment, this.begins, this.ends);
        this.onmove();
        const at = this.playhead;
        await Promise.all(this.films.map((film) => (film.covers(at) ? film.seek(film.mediaAt(at)) : this._away(film))));
        if (this.playing) this._all();
        this.onmove();
    }

    _away(film) {
        if (!film.video.paused) film.video.pause();
    }

    async play() {
        if (this.playing) return;
        if (this.playhead >= this.ends - 1) await this.seek(this.begins);
        this.playing = true;
        this.onplay();
        this._all();
        this._clock = performance.now();
        requestAnimationFrame((now) => this._tick(now));
    }

    pause() {
        if (!this.playing) return;
        this.playing = false;
        for (const film of this.films) film.video.pause();
        this._together();
        this.onplay();
        this.onmove();
    }

    /* What stands shows one moment, the leader's: a busy machine may have let the others fall behind. */
    _together() {
        const leader = this.leader;
        if (!leader || leader.shown === null) return;
        const at = leader.serverAt(leader.shown) + 0.5;
        for (const film of this.films) if (film !== leader && film.covers(at)) film.seek(film.mediaAt(at));
    }

    toggle() {
        return this.playing ? this.pause() : this.play();
    }

    set pace(speed) {
        this.speed = speed;
        for (const film of this.films) film.video.playbackRate = speed;
        this.onplay();
    }

    choose(camera) {
        this.chosen = camera;
        this.onplay();
        this.onmove();
    }

    /* Start or go on with every clip that has film now. */
    _all() {
        const leader = this.leader;
        for (const film of this.films) {
            if (!film.covers(this.playhead)) {
                this._away(film);
            } else if (film.video.paused && !film.pending) {
                film.video.playbackRate = this.speed;
                const start = film === leader ? Promise.resolve() : film.seek(film.mediaAt(this.playhead));
                start.then(() => this.playing && film.covers(this.playhead) && this._start(film));
            }
        }
    }

    _start(film) {
        const started = film.video.play();
        if (started) started.catch(() => {}); // paused again before it began, or not allowed: the picture stands
    }

    /* Where no camera has film the playhead goes by the clock; where one begins, it joins in. */
    _tick(now) {
        if (!this.playing) return;
        const passed = now - this._clock;
        this._clock = now;
        const leader = this.leader;
        if (!leader || leader.video.paused) {
            if (!leader) this.playhead += passed * this.speed;
            this._all();
            this.onmove();
        } else if (this.films.some((film) => film.video.paused && !film.pending && film.covers(this.playhead))) {
            this._all();
        }
        if (this.playhead >= this.ends) {
            this.playhead = this.ends;
            this.pause();
            return;
        }
        requestAnimationFrame((next) => this._tick(next));
    }

    _ended(film) {
        if (this.playing && film === this.leader) this.playhead = film.serverAt(film.duration) + 1;
    }

    _hold(waiting) {
        if (!this.playing) return;
        for (const film of this.films) {
            if (film === this.leader) continue;
            if (waiting) film.video.pause();
            else if (film.covers(this.playhead)) this._start(film);
        }
    }

    _frame(film, frame, now) {
        const leader = this.leader;
        if (this.playing && film === leader) {
            this.playhead = Math.min(film.serverAt(frame.mediaTime), this.ends);
            this.onmove();
        } else if (this.playing && leader && leader.shown !== null && !film.video.paused) {
            this._follow(film, leader, frame, now);
        }
        this.onframe(film, frame, now);
    }

    /* Keep a clip beside the leader: by its speed, and by a seek where it is too far off. Compared are the moments at
       which the frames come to the screen, since the callbacks of two clips do not come together. */
    _follow(film, leader, frame, now) {
        const later = clamp(frame.expectedDisplayTime - leader.shownAt, -500, 500);
        const should = leader.serverAt(leader.shown) + later * this.speed * leader.rate;
        const error = film.serverAt(frame.mediaTime) - should;
        const even = (this.speed * leader.rate) / film.rate;
        if (Math.abs(error) > FAR_MS * Math.max(1, this.speed)) {
            if (now - film.jumpedAt > SEEK_AGAIN_MS) {
                film.jumpedAt = now;
                this.jumps += 1;
                film.video.currentTime = clamp(film.mediaAt(should + LEAD_MS * this.speed), film.first, film.duration);
                return;
            }
        }
        const speed = Math.abs(error) < QUIET_MS ? even : even * (1 - clamp((error / 1000) * GAIN, -MOST, MOST));
        if (Math.abs(film.video.playbackRate - speed) > 0.001) film.video.playbackRate = speed;
    }

    /* One frame of the leader on or back; the others show what they had at that moment. */
    async step(by) {
        this.pause();
        const leader = this.leader;
        if (!leader) return;
        if (this.stepping) await this.stepping;
        this.stepping = this._step(leader, by);
        await this.stepping;
        this.stepping = null;
    }

    async _step(leader, by) {
        if (!(await leader.step(by))) return;
        this.playhead = leader.serverAt(leader.shown);
        this.onmove();
        const at = this.playhead + 0.5;
        const others = this.films.filter((film) => film !== leader && film.covers(at));
        await Promise.all(others.map((film) => film.seek(film.mediaAt(at))));
        this.onmove();
    }
}
