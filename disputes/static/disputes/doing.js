// What forms on cases do besides, where a script runs: amounts are grouped while they are typed and sent as plain digits,
// a chosen moment is said in words of the page's language, and what does not fit takes the focus. Without a script every
// form works all the same: the server reads grouped amounts, and says moments in its own words.
"use strict";

(() => {
    const MOMENTS = ".tp-do input:is([type=datetime-local], [type=date], [type=time])";
    const english = document.documentElement.lang.startsWith("en");
    const group = english ? "," : ".";
    const decimal = english ? "." : ",";

    // "3500000" -> "3.500.000"; what is no amount stays as it was typed.
    const grouped = (text, places) => {
        const [whole, ...rest] = places ? text.split(decimal) : [text];
        const digits = whole.replace(/[\s.,']/g, "");
        if (!/^[0-9]+$/.test(digits) || rest.length > 1) return text;
        const fraction = rest.length ? decimal + rest[0].replace(/[^0-9]/g, "").slice(0, places) : "";
        return digits.replace(/^0+(?=[0-9])/, "").replace(/\B(?=([0-9]{3})+$)/g, group) + fraction;
    };

    const write = (field) => {
        const places = Number(field.dataset.places || 0);
        const text = grouped(field.value, places);
        if (text === field.value) return;
        // The caret stays behind the same digit.
        const behind = field.value.slice(0, field.selectionStart).replace(/[^0-9]/g, "").length;
        field.value = text;
        let at = 0;
        for (let seen = 0; at < text.length && seen < behind; at += 1) if (/[0-9]/.test(text[at])) seen += 1;
        field.setSelectionRange(at, at);
    };

    document.addEventListener("input", (event) => {
        if (event.target.matches(".tp-input-amount")) write(event.target);
        if (event.target.matches(MOMENTS)) say(event.target);
    });

    // What is sent are digits alone: no mark of any language.
    document.addEventListener("formdata", (event) => {
        for (const field of event.target.querySelectorAll(".tp-input-amount")) {
            if (field.name && !Number(field.dataset.places || 0) && /^[0-9.,\s']+$/.test(field.value)) {
                event.formData.set(field.name, field.value.replace(/[^0-9]/g, ""));
            }
        }
    });

    // A browser shows a moment as its own language has it, which need not be the page's.
    const say = (field) => {
        let told = field.parentElement.querySelector(".tp-said-date");
        if (!told) {
            told = document.createElement("span");
            told.className = "tp-said-date tp-dim";
            field.after(told);
        }
        if (field.type === "time") {
            told.textContent = field.value.slice(0, 5);
            return;
        }
        const moment = new Date(field.value + (field.type === "date" ? "T00:00" : ""));
        const whole = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
        const clock = field.type === "date" ? {} : { hour: "2-digit", minute: "2-digit", hour12: false };
        told.textContent = Number.isNaN(moment.getTime())
            ? ""
            : new Intl.DateTimeFormat(english ? "en-GB" : "vi-VN", { ...whole, ...clock }).format(moment);
    };

    // A look comes back as a new page: the button that asked for it stands where the thumb is.
    document.addEventListener("submit", ({ submitter }) => {
        if (!submitter || !submitter.matches("[name=look], [name=table_now]") || submitter.offsetHeight < 2) return;
        const { name, value } = submitter;
        const seen = { page: location.pathname, name, value, top: submitter.getBoundingClientRect().top };
        sessionStorage.setItem("looked", JSON.stringify(seen));
    });
    const looked = JSON.parse(sessionStorage.getItem("looked") || "null");
    sessionStorage.removeItem("looked");
    if (looked && looked.page === location.pathname) {
        const pressed = (each) => each.value === looked.value && each.offsetHeight > 1;
        const button = [...document.getElementsByName(looked.name)].find(pressed);
        const back = () => scrollBy({ top: button.getBoundingClientRect().top - looked.top, behavior: "instant" });
        // After the browser has gone to the part that the address names.
        if (button) addEventListener("load", () => requestAnimationFrame(back));
    }

    for (const field of document.querySelectorAll(MOMENTS)) say(field);
    for (const field of document.querySelectorAll(".tp-input-amount")) if (field.value) write(field);

    const wrong = document.getElementById("wrong");
    if (wrong) wrong.focus();
})();
