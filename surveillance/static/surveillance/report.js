// The page of a report that is being made: how far it is, until it is ready; then the page itself again.
"use strict";
(() => {
  const work = document.getElementById("report-work");
  if (!work) return;
  const part = (name) => work.querySelector(`[data-part="${name}"]`);
  const bar = work.querySelector("progress");

  const span = (seconds) => {
    if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
    return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
  };

  const show = (report) => {
    const { done, total, percent, left_seconds: left, message } = report.progress;
    bar.value = percent;
    if (total > 0) {
      part("count").textContent = work.dataset.of.replace("{done}", done.toLocaleString()).replace("{total}", total.toLocaleString());
    }
    part("left").textContent = left === null ? "" : work.dataset.left.replace("{time}", span(left));
    part("said").hidden = !message;
    part("said").textContent = message || "";
  };

  const look = async () => {
    try {
      const answer = await fetch(work.dataset.poll, { headers: { "X-Progress": "1" }, credentials: "same-origin" });
      if (answer.ok) {
        const report = await answer.json();
        if (report.state !== "requested") {
          window.location.reload();
          return;
        }
        show(report);
      }
    } catch {
      // The network is away: the next look tells.
    }
    window.setTimeout(look, 2000);
  };
  window.setTimeout(look, 1000);
})();
