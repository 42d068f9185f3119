/* The review queue: the queue of casino/queue.js, each matter at its second in all cameras. A verdict needs film that was
   looked at. Held by tests/surveillance/player. */

import { Queue, all, meant, one } from "../casino/queue.js";
import { mount, send } from "./player.js";

class Review extends Queue {
    ahead(holder) {
        ready(holder); // the player tells what was looked at once it is in sight
    }

    leave() {
        if (this.player) this.player.end();
    }

    shown(frame) {
        this.player = mount(one(frame, "film"));
        for (const button of all(frame, "verdict")) {
            button.addEventListener("click", () => this.verdict(button.dataset.verdict));
        }
    }

    async before() {
        if (this.player) await this.player.custody.report();
    }

    verdict(verdict) {
        const address = this.item.dataset.verdicts;
        const said = { verdict, command_id: crypto.randomUUID() };
        if (address) this.told(() => send(address, said, this.root.dataset.token));
    }

    act(name) {
        if (name === "link") this.player.data.addresses.link && this.player.link(this.item.dataset.linkSubject, "");
        else super.act(name);
    }

    key(event) {
        if (event.key !== "L" || !this.item || !meant(event)) return super.key(event);
        event.preventDefault();
        return this.player.act("link");
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

for (const root of document.querySelectorAll("[data-review]")) new Review(root);
