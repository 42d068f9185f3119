// The page on which footage is brought in: several files, one after the other, each with its progress; what was broken
// off goes on where it stopped ("go on"), also after the page was closed. Bytes go by tus; nothing else is loaded.
"use strict";
(() => {
  const page = document.getElementById("footage-upload");
  if (!page) return;
  const said = page.dataset;
  const list = document.getElementById("upload-list");
  const input = document.getElementById("upload-files");
  const RETRIES = [0, 500, 1000, 2000, 4000, 8000, 15000, 30000, 30000, 60000];
  const waiting = [];
  let busy = null;

  const line = (file) => {
    const item = document.createElement("li");
    item.className = "tp-upload";
    const name = document.createElement("strong");
    name.textContent = file.name;
    const bar = document.createElement("progress");
    bar.max = 1000;
    bar.value = 0;
    bar.setAttribute("aria-label", file.name);
    const state = document.createElement("span");
    state.className = "tp-dim";
    state.setAttribute("role", "status");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tp-button";
    button.hidden = true;
    item.append(name, bar, state, button);
    list.append(item);
    return { item, bar, state, button };
  };

  const megabytes = (bytes) => (bytes / 1048576).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

  const offer = (shown, label, act) => {
    shown.button.textContent = label;
    shown.button.hidden = false;
    shown.button.onclick = () => {
      shown.button.hidden = true;
      act();
    };
  };

  const sentence = (error) => {
    const response = error && error.originalResponse;
    try {
      return JSON.parse(response.getBody()).message || said.broken;
    } catch (_) {
      return said.broken;
    }
  };

  const follow = async (job) => {
    for (;;) {
      const answer = await fetch(job.upload.url, { headers: { Accept: "application/json" }, credentials: "same-origin" }).catch(() => null);
      const found = answer && answer.ok ? await answer.json() : null;
      if (found && found.state === "refused") {
        job.shown.state.textContent = `${said.refused} ${found.message}`;
        job.shown.item.classList.add("tp-upload-bad");
        return;
      }
      if (found && (found.state === "arrived" || found.state === "known")) {
        job.shown.state.textContent = found.state === "known" ? said.known : said.arrived;
        if (found.code) {
          job.shown.state.textContent = `${said.exhibit} ${found.message} ${job.shown.state.textContent}`;
          job.shown.item.classList.add("tp-upload-bad");
        }
        const link = document.createElement("a");
        link.href = said.recordings + encodeURIComponent(found.recording);
        link.className = "tp-code";
        link.textContent = found.recording;
        job.shown.item.append(link);
        return;
      }
      job.shown.state.textContent = said.checking;
      await new Promise((done) => setTimeout(done, 2000));
    }
  };

  const next = () => {
    if (busy || !waiting.length) return;
    busy = waiting.shift();
    begin(busy);
  };

  const ended = () => {
    busy = null;
    next();
  };

  const begin = async (job) => {
    job.shown.state.textContent = said.sending;
    job.upload = new tus.Upload(job.file, {
      endpoint: said.endpoint,
      chunkSize: Number(said.chunk),
      retryDelays: RETRIES,
      removeFingerprintOnSuccess: true,
      metadata: job.metadata,
      headers: { "X-CSRFToken": said.token, "Accept-Language": document.documentElement.lang },
      onShouldRetry: (error) => {
        const status = error.originalResponse ? error.originalResponse.getStatus() : 0;
        return status === 0 || status === 409 || status === 423 || status === 460 || status >= 500;
      },
      onProgress: (sent, all) => {
        job.shown.bar.value = Math.round((1000 * sent) / all);
        job.shown.state.textContent = `${said.sending} ${megabytes(sent)} / ${megabytes(all)} MB`;
      },
      onError: (error) => {
        job.shown.state.textContent = sentence(error);
        offer(job.shown, said.goon, () => {
          waiting.push(job);
          next();
        });
        ended();
      },
      onSuccess: () => {
        job.shown.bar.value = 1000;
        job.shown.button.hidden = true;
        follow(job);
        ended();
      },
    });
    const before = await job.upload.findPreviousUploads();
    if (before.length) {
      job.upload.resumeFromPreviousUpload(before[0]);
      job.shown.state.textContent = said.resumed;
    }
    offer(job.shown, said.pause, () => {
      job.upload.abort();
      job.shown.state.textContent = said.paused;
      offer(job.shown, said.goon, () => {
        waiting.push(job);
        next();
      });
      ended();
    });
    job.upload.start();
  };

  const drop = document.getElementById("upload-drop");
  for (const [name, over] of [["dragenter", true], ["dragover", true], ["dragleave", false], ["drop", false]]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("tp-over", over);
      if (name === "drop" && event.dataTransfer.files.length) input.files = event.dataTransfer.files;
    });
  }

  document.getElementById("upload-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    for (const file of input.files) {
      const metadata = { filename: file.name, property: form.property.value, camera: form.camera.value };
      if (form.shown_from.value) metadata.shown_from = `${form.shown_from.value}${said.zone}`;
      waiting.push({ file, metadata, shown: line(file) });
    }
    input.value = "";
    next();
  });

  window.addEventListener("beforeunload", (event) => {
    if (busy || waiting.length) event.preventDefault();
  });
})();
