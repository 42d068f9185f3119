// On a phone what is long begins folded; an address that leads into one opens it. Without a script it stands open, and
// on paper always. Held by tests/journeys/test_phone_sweep.py and test_replay_walk.py.
"use strict";

(() => {
    const opened = [];
    addEventListener("beforeprint", () => {
        for (const each of document.querySelectorAll("details.tp-clause:not([open]), details[data-fold]:not([open]), #terms:not([open])")) {
            each.open = true;
            opened.push(each);
        }
    });
    addEventListener("afterprint", () => {
        for (const each of opened.splice(0)) each.open = false;
    });
    if (!matchMedia("(max-width: 639px)").matches || location.hash) return;
    for (const part of document.querySelectorAll("details[data-fold]")) part.open = false;
})();
