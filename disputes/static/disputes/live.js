// The mark in the tab's title: how much is new on a page that stays open. The fragments come by the theme's htmx.
"use strict";

(() => {
    const title = document.title;
    const mark = () => {
        let news = 0;
        for (const part of document.querySelectorAll(".tp-live")) news += Number(part.dataset.news || 0);
        document.title = news ? `(${news}) ${title}` : title;
    };
    document.addEventListener("htmx:afterSettle", mark);
    mark();
})();
