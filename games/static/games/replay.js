// The replay moves at once: the slider, its buttons, or Shift with an arrow show the round as it stood, without a page
// between. Shift + Page Up and Page Down lead to the round before and after. On paper every clause stands open. Without a
// script the form and its links do the same by loading the page. Held by tests/journeys/test_replay_walk.py.
"use strict";

(() => {
    const form = document.querySelector("[data-steps]");
    if (!form) return;
    const slider = form.querySelector("input[type=range]");
    const MOVED = ["picture", "reading", "bets", "findings"];
    const kept = new Map();
    let wanted = 0;

    const address = (step) => {
        const query = new URLSearchParams({ by: form.elements.by.value, step });
        return step >= Number(slider.max) ? `${location.pathname}?by=${form.elements.by.value}` : `${location.pathname}?${query}`;
    };
    const asked = (step) => {
        if (!kept.has(step)) {
            const got = fetch(address(step), { credentials: "same-origin" }).then((answer) => {
                if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
                return answer.text();
            }).then((markup) => new DOMParser().parseFromString(markup, "text/html"));
            got.catch(() => kept.delete(step));
            kept.set(step, got);
        }
        return kept.get(step);
    };
    const swap = (now, then) => {
        if (now && then) now.replaceChildren(...[...then.cloneNode(true).childNodes]);
    };
    const laid = (then) => {
        for (const code of MOVED) {
            const now = document.getElementById(code);
            const other = then.getElementById(code);
            if (!now) continue;
            now.hidden = !other;
            if (other) swap(now.querySelector(".tp-panel-body"), other.querySelector(".tp-panel-body"));
        }
        for (const part of [".tp-round-head .tp-result", ".tp-round-head .tp-facts", "[data-then]"]) {
            swap(document.querySelector(part), then.querySelector(part));
        }
    };
    const show = async (step) => {
        const number = Math.min(Math.max(step, 1), Number(slider.max));
        wanted = number;
        slider.value = number;
        form.querySelector("output").textContent = `${number} / ${slider.max}`;
        for (const button of form.querySelectorAll("[data-step]")) {
            const next = number + Number(button.dataset.step);
            if (next < 1 || next > Number(slider.max)) button.setAttribute("aria-disabled", "true");
            else button.removeAttribute("aria-disabled");
        }
        try {
            const then = await asked(number);
            if (wanted !== number) return;
            laid(then);
            history.replaceState(null, "", address(number));
        } catch {
            location.assign(address(number));
        }
    };

    form.querySelector("button[type=submit]").hidden = true;
    slider.addEventListener("input", () => show(Number(slider.value)));
    for (const button of form.querySelectorAll("[data-step]")) {
        button.addEventListener("click", (event) => {
            event.preventDefault();
            show(Number(slider.value) + Number(button.dataset.step));
        });
    }
    document.addEventListener("keydown", (event) => {
        if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target.closest("input:not([type=range]), textarea, select")) return;
        const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const way = { PageUp: "prev", PageDown: "next" }[event.key];
        const link = way && document.querySelector(`.tp-neighbours a[rel=${way}]`);
        if (!steps && !link) return;
        event.preventDefault();
        if (steps) show(Number(slider.value) + steps);
        else location.assign(link.href);
    });

    // A chip under others comes up while a pointer or the keyboard is on it: as a picture above the stack, so that the
    // link itself stays where it is and keeps the focus.
    const chipOf = (target) => target.closest?.(".tp-layout a:has(> .tp-chip)") ?? null;
    let picture = null;
    const comeUp = (chip) => {
        picture?.remove();
        picture = null;
        if (!chip || !chip.nextSibling) return;
        picture = chip.firstElementChild.cloneNode(true);
        picture.classList.add("tp-chip-up");
        picture.setAttribute("aria-hidden", "true");
        chip.parentNode.append(picture);
    };
    document.addEventListener("pointerover", (event) => comeUp(chipOf(event.target)));
    document.addEventListener("focusin", (event) => comeUp(chipOf(event.target)));
    document.addEventListener("focusout", () => comeUp(null));

    // A finger on chips that lie on each other asks which one is meant.
    let finger = false;
    let list = null;
    const putAway = () => {
        list?.remove();
        list = null;
    };
    document.addEventListener("pointerdown", (event) => {
        finger = event.pointerType === "touch";
        if (!event.target.closest?.(".tp-stack")) putAway();
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape") putAway();
    });
    document.addEventListener("click", (event) => {
        if (event.target.closest?.(".tp-stack a")) return putAway();
        if (!finger || !chipOf(event.target)) return;
        const chips = new Set(document.elementsFromPoint(event.clientX, event.clientY).map(chipOf).filter(Boolean));
        if (chips.size < 2) return;
        event.preventDefault();
        list = document.createElement("ul");
        list.className = "tp-stack";
        for (const chip of chips) {
            const link = document.createElement("a");
            link.href = chip.getAttribute("href");
            link.textContent = chip.getAttribute("aria-label");
            list.appendChild(document.createElement("li")).append(link);
        }
        document.body.append(list);
        const { width, height } = list.getBoundingClientRect();
        list.style.left = `${Math.max(8, Math.min(event.clientX - width / 2, innerWidth - width - 8))}px`;
        list.style.top = `${Math.max(8, Math.min(event.clientY + 12, innerHeight - height - 8))}px`;
        list.querySelector("a").focus();
    });
})();
