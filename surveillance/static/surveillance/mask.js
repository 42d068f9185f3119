/* What is hidden in a copy that is given out: boxes drawn on a frame of the film, each for a time, standing or moving in
   a straight line. The lines of the form's field are what is sent and signed; the boxes are drawn from them and write
   them. Without it the field does all. */

const root = document.querySelector("[data-mask]");
const field = document.querySelector("[name=areas]");
const stage = root.querySelector("[data-stage]");
const picture = stage.querySelector("img");
const slider = root.querySelector("[data-at]");
const shownAt = root.querySelector("[data-shown]");
const list = root.querySelector("[data-areas]");
const pattern = root.querySelector("template");
const full = { width: Number(root.dataset.width), height: Number(root.dataset.height) };
const length = Number(root.dataset.length);
const LEAST = 8;
const LINE = /^\s*(\S+)\s*[-–]\s*(\S+)\s+(\d+)\s+(\d+)\s+(\d+)\s*[x×]\s*(\d+)(?:\s+(black|coarse))?(?:\s*->\s*(\d+)\s+(\d+))?\s*$/;

const place = (said) => {
    const found = /^(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(said.trim());
    if (!found) return null;
    const [hours, minutes, seconds] = [found[1], found[2], found[3]].map((each) => Number(each || 0));
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((found[4] || "0").padEnd(3, "0"));
};

const said = (ms) => {
    const [whole, rest] = [Math.floor(ms / 1000), String(ms % 1000).padStart(3, "0").replace(/0+$/, "")];
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    const seconds = String(whole % 60).padStart(2, "0");
    const clock = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
    return rest ? `${clock}.${rest}` : clock;
};

const read = (line) => {
    const found = LINE.exec(line);
    const [from, to] = found ? [place(found[1]), place(found[2])] : [null, null];
    if (from === null || to === null) return { raw: line };
    const [x, y, width, height] = found.slice(3, 7).map(Number);
    const end = found[8] === undefined ? null : { x: Number(found[8]), y: Number(found[9]) };
    return { from, to, x, y, width, height, how: found[7] || "black", end };
};

const written = (area) => {
    if (area.raw !== undefined) return area.raw;
    const moves = area.end ? ` -> ${area.end.x} ${area.end.y}` : "";
    const { from, to, x, y, width, height, how } = area;
    return `${said(from)}-${said(to)} ${x} ${y} ${width}x${height} ${how}${moves}`;
};

let areas = [];
let chosen = -1;
const at = () => Number(slider.value);
const within = (value, most) => Math.min(Math.max(0, Math.round(value)), most);

const keep = () => {
    field.value = areas.map(written).join("\n");
    show();
};

const put = (area, end, x, y, width = area.width, height = area.height) => {
    area.width = Math.min(Math.max(LEAST, Math.round(width)), full.width);
    area.height = Math.min(Math.max(LEAST, Math.round(height)), full.height);
    const target = end ? area.end : area;
    target.x = within(x, full.width - area.width);
    target.y = within(y, full.height - area.height);
    keep();
};

const choose = (number, { focus = false } = {}) => {
    chosen = number;
    show();
    if (focus) stage.querySelector("[data-box].mk-chosen")?.focus({ preventScroll: true });
};

const remove = (number) => {
    areas.splice(number, 1);
    chosen = -1;
    keep();
};

/* The time that a new area holds: the stretch that is given, and where none is said yet, the whole film. */
const stretch = () => {
    const [from, to] = ["from_ms", "to_ms"].map((name) => place(document.querySelector(`[name=${name}]`).value));
    return { from: from ?? 0, to: to === null || to <= (from ?? 0) ? length : to };
};

const add = (x, y, width, height) => {
    areas.push({ ...stretch(), x: 0, y: 0, width, height, how: "black", end: null });
    chosen = areas.length - 1;
    put(areas[chosen], false, x, y, width, height);
};

const scale = () => full.width / picture.getBoundingClientRect().width;

/* While a pointer is down: told how far it went, in points of the film. Listened to on the window, since boxes are
   drawn anew meanwhile. */
const dragged = (event, onMove, onEnd = () => {}) => {
    event.preventDefault();
    const from = { x: event.clientX, y: event.clientY, by: scale() };
    const move = (moved) => onMove((moved.clientX - from.x) * from.by, (moved.clientY - from.y) * from.by);
    const end = () => {
        window.removeEventListener("pointermove", move);
        for (const name of ["pointerup", "pointercancel"]) window.removeEventListener(name, end);
        onEnd();
    };
    window.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, end);
};

/* Boxes are drawn anew with every change: the one that was moved stays the one that keys move. */
const focus = (number, kind) => {
    stage.querySelector(`[data-box="${number}"].mk-${kind}`)?.focus({ preventScroll: true });
};

const boxed = (area, number, spot, kind) => {
    const box = document.createElement("div");
    box.className = `rd-box mk-box mk-${kind} mk-how-${area.how}${number === chosen ? " mk-chosen" : ""}`;
    box.dataset.box = number;
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    const names = { end: root.dataset.sayEnd, begin: root.dataset.sayBegin };
    box.setAttribute("aria-label", `${root.dataset.sayArea} ${number + 1}${names[kind] ? `, ${names[kind]}` : ""}`);
    box.style.left = `${(100 * spot.x) / full.width}%`;
    box.style.top = `${(100 * spot.y) / full.height}%`;
    box.style.width = `${(100 * area.width) / full.width}%`;
    box.style.height = `${(100 * area.height) / full.height}%`;
    const label = document.createElement("span");
    label.className = "mk-number";
    label.textContent = kind === "end" ? `${number + 1}→` : number + 1;
    box.append(label);
    if (number === chosen && kind !== "way") {
        const corner = document.createElement("span");
        corner.className = "rd-corner";
        box.append(corner);
    }
    const end = kind === "end";
    box.addEventListener("pointerdown", (event) => {
        event.stopPropagation();
        const sizes = event.target.classList.contains("rd-corner");
        const begun = { x: spot.x, y: spot.y, width: area.width, height: area.height };
        choose(number, { focus: true });
        if (kind === "way") return;
        const drag = (x, y) => {
            if (sizes) put(area, end, begun.x, begun.y, begun.width + x, begun.height + y);
            else put(area, end, begun.x + x, begun.y + y);
        };
        dragged(event, drag, () => focus(number, kind));
    });
    box.addEventListener("focus", () => number !== chosen && choose(number, { focus: true }));
    box.addEventListener("keydown", (event) => {
        if (event.key === "Delete" || event.key === "Backspace") {
            event.preventDefault();
            remove(number);
            return;
        }
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (!way || kind === "way") return;
        event.preventDefault();
        const [x, y] = way.map((each) => each * (event.ctrlKey ? 1 : 10));
        if (event.shiftKey) put(area, end, spot.x, spot.y, area.width + x, area.height + y);
        else put(area, end, spot.x + x, spot.y + y);
        focus(number, kind);
    });
    stage.append(box);
};

const along = (area) => {
    const part = Math.min(1, Math.max(0, (at() - area.from) / Math.max(1, area.to - area.from)));
    return { x: area.x + part * (area.end.x - area.x), y: area.y + part * (area.end.y - area.y) };
};

const show = () => {
    for (const each of stage.querySelectorAll("[data-box]")) each.remove();
    areas.forEach((area, number) => {
        if (area.raw !== undefined) return;
        const holds = area.from <= at() && at() <= area.to;
        const isChosen = number === chosen;
        if (area.end && holds) boxed(area, number, along(area), "way");
        if (area.end && isChosen) {
            boxed(area, number, area, "begin");
            boxed(area, number, area.end, "end");
        }
        if (!area.end && (holds || isChosen)) boxed(area, number, area, holds ? "still" : "away");
    });
    lines();
};

/* The list beneath: a line an area. Lines are made once and filled in after, so that the focus stays where it is. */
const lines = () => {
    const drawn = areas.map((area, number) => ({ area, number })).filter(({ area }) => area.raw === undefined);
    while (list.children.length > drawn.length) list.lastElementChild.remove();
    while (list.children.length < drawn.length) list.append(pattern.content.cloneNode(true));
    drawn.forEach(({ area, number }, index) => {
        const line = list.children[index];
        line.classList.toggle("mk-chosen", number === chosen);
        line.querySelector("[data-name]").textContent = `${root.dataset.sayArea} ${number + 1}`;
        line.querySelector("[data-time]").textContent = `${said(area.from)} – ${said(area.to)}`;
        line.querySelector("[data-how]").value = area.how;
        line.querySelector("[data-moves]").checked = area.end !== null;
        line.querySelector("[data-choose]").onclick = () => choose(number, { focus: true });
        line.querySelector("[data-remove]").onclick = () => remove(number);
        line.querySelector("[data-how]").onchange = (event) => {
            area.how = event.target.value;
            keep();
        };
        line.querySelector("[data-moves]").onchange = (event) => {
            const by = Math.round(area.width / 2);
            const x = area.x + area.width + by <= full.width ? area.x + by : area.x - by;
            area.end = event.target.checked ? { x: within(x, full.width - area.width), y: area.y } : null;
            chosen = number;
            keep();
        };
        line.querySelector("[data-from]").onclick = () => {
            area.from = Math.min(at(), length - 1);
            if (area.to <= area.from) area.to = length;
            keep();
        };
        line.querySelector("[data-to]").onclick = () => {
            area.to = Math.max(at(), 1);
            if (area.from >= area.to) area.from = 0;
            keep();
        };
    });
};

const load = () => {
    stage.classList.add("mk-waits");
    picture.src = `${root.dataset.frame}?at_ms=${at()}`;
};
for (const name of ["load", "error"]) picture.addEventListener(name, () => stage.classList.remove("mk-waits"));

const go = (ms) => {
    slider.value = Math.min(Math.max(0, ms), length);
    moved();
    load();
};
const moved = () => {
    shownAt.textContent = said(at());
    show();
};
slider.addEventListener("input", moved);
slider.addEventListener("change", load);
for (const each of root.querySelectorAll("[data-step]")) {
    each.addEventListener("click", () => go(at() + Number(each.dataset.step)));
}

root.querySelector("[data-add]").addEventListener("click", () => {
    add(full.width * 0.4, full.height * 0.4, full.width / 5, full.height / 5);
    choose(areas.length - 1, { focus: true });
});

stage.addEventListener("pointerdown", (event) => {
    const bounds = picture.getBoundingClientRect();
    const begun = { x: (event.clientX - bounds.left) * scale(), y: (event.clientY - bounds.top) * scale() };
    let area = null;
    chosen = -1;
    show();
    const drag = (x, y) => {
        if (area === null && Math.max(Math.abs(x), Math.abs(y)) < LEAST) return;
        if (area === null) {
            add(begun.x, begun.y, LEAST, LEAST);
            area = areas[chosen];
        }
        put(area, false, begun.x + Math.min(0, x), begun.y + Math.min(0, y), Math.abs(x), Math.abs(y));
    };
    dragged(event, drag, () => area !== null && choose(chosen, { focus: true }));
});

field.addEventListener("input", () => {
    areas = field.value.split("\n").filter((line) => line.trim()).map(read);
    chosen = -1;
    show();
});

areas = field.value.split("\n").filter((line) => line.trim()).map(read);
root.hidden = false;
const start = document.querySelector("[name=from_ms]");
start.addEventListener("change", () => place(start.value) !== null && go(place(start.value)));
const begins = place(start.value);
go(areas.find((area) => area.raw === undefined)?.from ?? begins ?? 0);
