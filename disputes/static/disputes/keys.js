// The inbox by keys: j and k choose the next and the previous case, o opens it, t leads to taking it over, ? shows the
// keys.
// Never while something is typed. Held by tests/journeys/test_inbox_keys.py.

import { meant } from "../casino/queue.js";

(() => {
    const help = document.querySelector("[data-inbox-keys]");
    if (!help) return;
    const rows = () => [...document.querySelectorAll("#result_list .data-row")];
    let chosen = -1;
    const choose = (place) => {
        const all = rows();
        if (!all.length) return;
        all[chosen]?.classList.remove("tp-chosen");
        chosen = Math.min(Math.max(place, 0), all.length - 1);
        all[chosen].classList.add("tp-chosen");
        const link = all[chosen].querySelector("a[href]");
        link.focus({ preventScroll: true });
        all[chosen].scrollIntoView({ block: "nearest" });
    };
    const address = () => rows()[chosen]?.querySelector("a[href]")?.getAttribute("href");
    document.addEventListener("keydown", (event) => {
        if (!meant(event)) return;
        if (event.key === "j") choose(chosen + 1);
        else if (event.key === "k") choose(chosen - 1);
        else if (event.key === "?") help.open = !help.open;
        else if (event.key === "o" && address()) location.assign(address());
        else if (event.key === "t" && address()) location.assign(address().replace(/\/change\/.*$/, "/do/take_over/"));
        else return;
        event.preventDefault();
    });
})();
