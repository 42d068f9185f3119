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
