// What makes forms pleasant: previews, progress, files that are dropped. All of them work without it.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

  // ---- what takes seconds says so at once
  for (const form of $$("form[data-busy]")) {
    form.addEventListener("submit", () => {
      const place = $("#address", form)?.value.trim().replace(/^[a-z]+:\/\//i, "").split("/")[0];
      if (!place) return;
      $(".busy", form).textContent = form.dataset.busy.replace("{0}", place);
      form.classList.add("working");
      setTimeout(() => { for (const button of $$("button", form)) button.disabled = true; });
    });
  }
  addEventListener("pageshow", () => {
    for (const form of $$("form.working")) {
      form.classList.remove("working");
      for (const button of $$("button", form)) button.disabled = false;
    }
  });

  // ---- settings: what would fold is shown while one pulls
  const trial = $("form[data-preview]");
  if (trial) {
    $(".try", trial).hidden = true;
    let timer = 0;
    const look = async () => {
      const wish = new URLSearchParams({ percent: trial.percent.value });
      if (trial.inside.checked) wish.set("inside", "on");
      try {
        const answer = await fetch(trial.dataset.preview + "?" + wish, { headers: { Accept: "text/html" } });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = $("#preview", page);
        if (fresh) $("#preview").replaceWith(document.importNode(fresh, true));
      } catch (e) { $("#preview").classList.remove("asking"); }
    };
    trial.addEventListener("input", () => {
      $("output", trial).textContent = trial.percent.value + " %";
      $("#preview").classList.add("asking");
      clearTimeout(timer);
      timer = setTimeout(look, 180);
    });
  }

  // ---- a search that is under way: its counters as they change, its feeds as they are found
  const seeking = $("main[data-search]");
  if (seeking) {
    const events = new EventSource(seeking.dataset.search);
    let shown = null;
    let renewing = false;
    const renew = async () => {
      if (renewing || document.hidden) return;
      renewing = true;
      try {
        const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const ticks = new Map($$("#found input[type=checkbox]").map((box) => [box.value, box.checked]));
        const folder = $("#found input[name=folder]")?.value;
        const fresh = document.importNode($("#found", page), true);
        for (const box of $$("input[type=checkbox]", fresh)) if (ticks.has(box.value)) box.checked = ticks.get(box.value);
        const box = $("input[name=folder]", fresh);
        if (box && folder) box.value = folder;
        if (!$("#found").contains(document.activeElement)) $("#found").replaceWith(fresh);
      } catch (e) {
        // offline: the next event tries again
      }
      setTimeout(() => { renewing = false; }, 2000);
    };
    const number = new Intl.NumberFormat(document.documentElement.lang);
    events.addEventListener("progress", (event) => {
      const now = JSON.parse(event.data);
      for (const place of $$("[data-n]", seeking)) {
        const value = now[place.dataset.n];
        if (value == null) continue;
        if (place.matches("progress")) { place.value = value; place.max = now.sites; }
        else place.textContent = typeof value === "number" ? number.format(value) : value;
      }
      if (shown !== null && now.feeds !== shown) renew();
      shown = now.feeds;
    });
    events.addEventListener("end", () => { events.close(); location.reload(); });
    addEventListener("pagehide", () => events.close());
  }

  // ---- files are dropped where they are chosen
  for (const place of $$("[data-drop]")) {
    const box = $("input[type=file]", place);
    const over = (is) => place.classList.toggle("over", is);
    place.addEventListener("dragover", (event) => { event.preventDefault(); over(true); });
    place.addEventListener("dragleave", () => over(false));
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      over(false);
      if (event.dataTransfer.files.length) box.files = event.dataTransfer.files;
    });
  }
})();
