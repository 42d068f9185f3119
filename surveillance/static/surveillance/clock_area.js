/* The place of a clock in a picture: a box over the frame that is dragged, or moved by keys, and the same as number
   fields; and the page opened anew once the work that it waits for is done. Without it the fields and forms do all. */

const page = document.querySelector("[data-clock-page]");
const stage = page.querySelector("[data-stage]");

if (stage) {
    const box = stage.querySelector("[data-box]");
    const field = Object.fromEntries(
        ["left", "top", "width", "height"].map((name) => [name, page.querySelector(`[data-area] [name=${name}]`)]),
    );
    const full = { width: Number(stage.dataset.width), height: Number(stage.dataset.height) };
    const value = (name) => Number(field[name].value) || 0;

    const show = () => {
        box.style.left = `${(100 * value("left")) / full.width}%`;
        box.style.top = `${(100 * value("top")) / full.height}%`;
        box.style.width = `${(100 * value("width")) / full.width}%`;
        box.style.height = `${(100 * value("height")) / full.height}%`;
    };

    const put = (left, top, width, height) => {
        const w = Math.min(Math.max(8, Math.round(width)), full.width);
        const h = Math.min(Math.max(8, Math.round(height)), full.height);
        field.width.value = w;
        field.height.value = h;
        field.left.value = Math.min(Math.max(0, Math.round(left)), full.width - w);
        field.top.value = Math.min(Math.max(0, Math.round(top)), full.height - h);
        show();
    };

    box.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        box.focus({ preventScroll: true });
        const sizes = event.target.hasAttribute("data-corner");
        const scale = full.width / stage.getBoundingClientRect().width;
        const from = { x: event.clientX, y: event.clientY };
        const begun = { left: value("left"), top: value("top"), width: value("width"), height: value("height") };
        const move = (moved) => {
            const x = (moved.clientX - from.x) * scale;
            const y = (moved.clientY - from.y) * scale;
            if (sizes) put(begun.left, begun.top, begun.width + x, begun.height + y);
            else put(begun.left + x, begun.top + y, begun.width, begun.height);
        };
        const end = () => {
            box.removeEventListener("pointermove", move);
            box.removeEventListener("pointerup", end);
            box.removeEventListener("pointercancel", end);
        };
        box.setPointerCapture(event.pointerId);
        box.addEventListener("pointermove", move);
        box.addEventListener("pointerup", end);
        box.addEventListener("pointercancel", end);
    });

    box.addEventListener("keydown", (event) => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (!way) return;
        event.preventDefault();
        const [x, y] = way.map((each) => each * (event.ctrlKey ? 10 : 1));
        if (event.shiftKey) put(value("left"), value("top"), value("width") + x, value("height") + y);
        else put(value("left") + x, value("top") + y, value("width"), value("height"));
    });

    for (const each of Object.values(field)) each.addEventListener("input", show);
    for (const each of page.querySelectorAll("[data-proposal]")) {
        each.addEventListener("click", () => put(...each.dataset.proposal.split(",").map(Number)));
    }
    show();
}

if (page.hasAttribute("data-busy")) {
    const look = async () => {
        try {
            const answer = await fetch(page.dataset.state, { credentials: "same-origin" });
            if (answer.ok && (await answer.text()) === "done") {
                window.location.reload();
                return;
            }
        } catch {
            // away for a moment: asked again
        }
        setTimeout(look, 1500);
    };
    setTimeout(look, 1000);
}
