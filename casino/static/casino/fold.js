// On a phone long timelines begin folded; an address that leads into one opens it. Without a script they stand open.
"use strict";

(() => {
    if (!matchMedia("(max-width: 639px)").matches || location.hash) return;
    for (const part of document.querySelectorAll("details[data-fold]")) part.open = false;
})();
