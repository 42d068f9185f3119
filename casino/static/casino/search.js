// "/" leads to the search from anywhere: to the field of the page, else to that of the first list that the page names.
// Held by tests/journeys/test_access_walk.py.
"use strict";

(() => {
    const field = () => document.querySelector("#searchbar, main input[type=search]");
    document.addEventListener("keydown", (event) => {
        if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target.closest("input, textarea, select, [contenteditable]")) return;
        const list = document.querySelector("link[rel=search]");
        if (!field() && !list) return;
        event.preventDefault();
        if (field()) field().focus();
        else location.assign(`${list.href}#searchbar`);
    });
    if (location.hash === "#searchbar") field()?.focus();
})();
