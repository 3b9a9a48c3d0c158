// What makes the pages pleasant; all of them can be read without it.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const stream = $(".stream");

  // Pictures that cannot be had leave no hole.
  document.addEventListener("error", (event) => {
    if (event.target.tagName !== "IMG") return;
    const entry = event.target.closest(".entry");
    const picture = event.target.closest(".picture");
    if (picture && entry) entry.classList.remove("pictured");
    (picture || event.target).hidden = true;
  }, true);

  // "5 min ago" goes on.
  const words = document.body.dataset;
  function tick() {
    for (const time of $$("time[data-ticking]")) {
      const minutes = Math.floor((Date.now() - Date.parse(time.dateTime)) / 60000);
      if (minutes < 0 || minutes >= 1440) continue;
      time.textContent = minutes < 1 ? words.now
        : minutes < 60 ? words.minutes.replace("{0}", minutes)
        : words.hours.replace("{0}", Math.floor(minutes / 60));
    }
  }
  setInterval(tick, 30000);

  // ---- news: the page asks again for itself and takes in what it does not have yet
  const pill = $(".pill");
  let waiting = null; // the newer page, fetched but not shown
  let asking = false;
  let again = false;

  // A story that is on the page may have another first entry by now: it is the same story.
  function shown(entry) {
    const story = entry.dataset.story;
    return document.getElementById(entry.id)
      || (story && $(`.entry[data-story="${story}"]`, stream));
  }

  function missing(page) {
    return $$(".stream .entry", page).filter((e) => !shown(e));
  }

  async function ask() {
    if (document.hidden || asking) { again = true; return; }
    asking = true;
    again = false;
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
      if (answer.ok) {
        waiting = new DOMParser().parseFromString(await answer.text(), "text/html");
        refresh(waiting);
        const count = missing(waiting).length;
        if (count > 0 && scrollY < 60 && !stream.contains(document.activeElement)) take();
        else if (count > 0) show(count);
      }
    } catch (e) {
      // offline: the event stream comes back by itself, and news with it
    }
    setTimeout(() => { asking = false; if (again) ask(); }, 1500);
  }

  function show(count) {
    pill.textContent = count === 1 ? pill.dataset.one : pill.dataset.many.replace("{0}", count);
    pill.hidden = false;
  }

  // Stories that more feeds have by now say so where they stand.
  function refresh(page) {
    for (const entry of $$(".stream .entry", page)) {
      const old = shown(entry);
      const now = $(".also", entry);
      if (!old || !now || old.dataset.id !== entry.dataset.id) continue;
      const before = $(".also", old);
      if (before?.contains(document.activeElement) || before?.textContent === now.textContent) continue;
      const fresh = document.importNode(now, true);
      fresh.open = before?.open || false;
      old.dataset.story = entry.dataset.story;
      if (before) before.replaceWith(fresh);
      else $(".words", old).append(fresh);
    }
  }

  // Each new entry goes before the one that follows it on the newer page; what is on the screen
  // stays where it is.
  function take() {
    if (!waiting) return;
    $(".nothing")?.remove();
    const anchor = $$(".entry", stream).find((e) => e.getBoundingClientRect().bottom > 80);
    const before = scrollY < 60 ? null : anchor?.getBoundingClientRect().top;
    for (const entry of missing(waiting).reverse()) {
      const list = listFor(entry);
      let next = entry.nextElementSibling;
      while (next && !document.getElementById(next.id)) next = next.nextElementSibling;
      // What leads the newer page goes on top, though the newer page lacks what was read meanwhile.
      const leads = !$$(".entry", entry.parentNode)
        .some((e) => e.compareDocumentPosition(entry) & 4 && document.getElementById(e.id));
      const place = leads ? list.firstElementChild : next && document.getElementById(next.id);
      const fresh = document.importNode(entry, true);
      fresh.classList.add("new");
      list.insertBefore(fresh, place && place.parentNode === list ? place : null);
    }
    for (const heading of $$(".topic-heading span", stream)) {
      heading.textContent = $$(".entry", heading.closest(".part-of-day")).length;
    }
    waiting = null;
    pill.hidden = true;
    if (before != null) scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: "instant" });
    remember();
  }

  // The list of an entry's day and topic, made where it is missing.
  function listFor(entry) {
    const day = entry.closest(".day");
    let section = $(`.day[data-day="${day.dataset.day}"]`, stream);
    if (!section) {
      section = day.cloneNode(true);
      for (const part of $$(".part-of-day", section)) part.remove();
      const later = $$(".day", stream).find((d) => d.dataset.day < day.dataset.day);
      stream.insertBefore(section, later || null);
    }
    const part = entry.closest(".part-of-day");
    let own = $$(".part-of-day", section).find((p) => p.dataset.topic === part.dataset.topic);
    if (!own) {
      own = part.cloneNode(true);
      $(".entries", own).replaceChildren();
      section.append(own);
    }
    return $(".entries", own);
  }

  function newest() {
    take();
    scrollTo({ top: 0, behavior: calm ? "instant" : "smooth" });
  }

  if (stream?.dataset.live) {
    const events = new EventSource(stream.dataset.live);
    let met = false;
    events.addEventListener("hello", () => { if (met) ask(); met = true; });
    events.addEventListener("news", ask);
    document.addEventListener("visibilitychange", () => { if (!document.hidden && again) ask(); });
    addEventListener("pagehide", () => events.close());
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
    pill.addEventListener("click", newest);
  }

  // ---- reading: what was passed is read, m and s mark; forms do the same without a script
  const marks = $("#marks");
  let passed = [];
  let sending = 0;

  function tell(as, ids) {
    const form = new URLSearchParams({ token: marks.token.value, do: as + ":" + ids });
    return fetch(marks.action, { method: "POST", body: form, keepalive: true, headers: { Accept: "application/json" } })
      .then((answer) => answer.ok, () => false);
  }

  function showRead(entry, read) {
    entry.classList.toggle("read", read);
    const button = $(".mark-read", entry);
    button.setAttribute("aria-pressed", read);
    button.value = (read ? "unread:" : "read:") + entry.dataset.id;
  }

  function showStar(entry, starred) {
    entry.classList.toggle("starred", starred);
    const button = $(".mark-star", entry);
    button.setAttribute("aria-pressed", starred);
    button.value = (starred ? "unstar:" : "star:") + entry.dataset.id;
  }

  function flush() {
    clearTimeout(sending);
    sending = 0;
    if (!passed.length) return;
    tell("read", passed.join(","));
    passed = [];
  }

  function readAsYouGo(entry) {
    if (!entry || entry.classList.contains("read") || entry.dataset.kept || !marks) return;
    showRead(entry, true);
    passed.push(entry.dataset.id);
    if (passed.length >= 100) flush();
    else if (!sending) sending = setTimeout(flush, 1200);
  }

  function toggle(entry, what) {
    if (!entry || !marks) return;
    const pressed = $(".mark-" + what, entry).getAttribute("aria-pressed") === "true";
    if (what === "read") {
      flush();
      entry.dataset.kept = pressed ? "1" : "";
      if (!reader) showRead(entry, !pressed);
      tell(pressed ? "unread" : "read", entry.dataset.id).then((ok) => { if (ok && reader) location.href = $(".steps .up").href; });
    } else {
      showStar(entry, !pressed);
      tell(pressed ? "unstar" : "star", entry.dataset.id);
    }
  }

  if (marks && (stream || $(".reader"))) {
    document.addEventListener("click", (event) => {
      const button = event.target.closest?.("button[form=marks]");
      const entry = button?.closest("[data-id]");
      if (!entry) return;
      event.preventDefault();
      toggle(entry, button.classList.contains("mark-star") ? "star" : "read");
    });
    addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", () => { if (document.hidden) flush(); });
  }
  if (stream) {
    let looking = 0;
    addEventListener("scroll", () => {
      if (looking) return;
      looking = setTimeout(() => {
        looking = 0;
        if (scrollY < 80) return;
        for (const entry of $$(".entry:not(.read)", stream)) {
          if (entry.getBoundingClientRect().bottom < 60) readAsYouGo(entry);
        }
      }, 250);
    }, { passive: true });
  }

  // ---- the order of the river is kept for j and k on an entry's own page
  function remember() {
    if (!stream) return;
    try {
      sessionStorage.setItem("river", JSON.stringify({
        at: location.pathname + location.search,
        ids: $$(".entry", stream).map((e) => e.dataset.id),
      }));
    } catch (e) { /* a browser that keeps nothing */ }
  }
  function remembered() {
    try { return JSON.parse(sessionStorage.getItem("river")) || { ids: [] }; } catch (e) { return { ids: [] }; }
  }
  remember();
  const reader = $(".reader");
  if (reader) {
    const river = remembered();
    const at = river.ids.indexOf(reader.dataset.id);
    if (at >= 0) {
      const up = $(".steps .up");
      up.href = river.at + "#e" + reader.dataset.id;
      const next = $(".steps .next");
      if (next && river.ids[at + 1]) next.href = "/entry/" + river.ids[at + 1];
    }
  }

  // ---- keyboard
  const keys = $("#keys");
  for (const button of $$("[data-open]")) {
    button.hidden = false;
    button.addEventListener("click", () => document.getElementById(button.dataset.open).showModal());
  }

  function step(by) {
    if (reader) {
      const ids = remembered().ids;
      const at = ids.indexOf(reader.dataset.id);
      const id = at < 0 ? null : ids[at + by];
      if (id) location.href = "/entry/" + id;
      else if (by > 0) $(".steps .next")?.click();
      return;
    }
    const all = $$(".entry");
    if (!all.length) return;
    const current = document.activeElement.closest?.(".entry");
    let at = current ? all.indexOf(current) + by : all.findIndex((e) => e.getBoundingClientRect().bottom > 80);
    if (at >= all.length) { const older = $(".older a[rel=next]"); if (older) older.focus(); return; }
    const target = all[Math.max(0, at)];
    target.focus({ preventScroll: true });
    readAsYouGo(target);
    target.scrollIntoView({ block: "center", behavior: calm ? "instant" : "smooth" });
  }

  function chosen() { return document.activeElement.closest?.(".entry"); }

  const acts = {
    j: () => step(1),
    k: () => step(-1),
    o: () => (chosen() ? $(".headline a", chosen()).click() : reader && $("a.original")?.click()),
    v: () => reader && $("a.original")?.click(),
    t: () => reader && ($(".text-switch a:not([aria-current])") || $(".whole button"))?.click(),
    m: () => toggle(reader || chosen(), "read"),
    s: () => toggle(reader || chosen(), "star"),
    n: () => stream?.dataset.live && newest(),
    u: () => { if (reader) location.href = $(".steps .up").href; },
    a: () => { const box = $("#address"); if (box) box.focus(); else location.href = "/feeds#address"; },
    "/": () => { const box = $("#q2") || $("#q"); if (box) { box.focus(); box.select(); } },
    "?": () => keys.showModal(),
  };
  const goes = { r: "/", f: "/feeds", d: "/discover", s: "/statistics" };
  let going = 0;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
    if (event.target.closest("input, textarea, select, [contenteditable], audio, video")) return;
    if (event.key === "Enter") {
      if (event.target.matches(".entry")) { event.preventDefault(); acts.o(); }
      return;
    }
    if (going > Date.now() && goes[event.key]) { event.preventDefault(); location.href = goes[event.key]; return; }
    going = event.key === "g" ? Date.now() + 1500 : 0;
    const act = acts[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  // Coming back from an entry: its place in the river is chosen again.
  if (stream && location.hash.startsWith("#e")) document.getElementById(location.hash.slice(1))?.focus({ preventScroll: true });
  if (location.hash === "#address") $("#address")?.focus();
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && location.hash === "#sidebar") location.hash = "#main";
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

  // ---- OPML: sent without leaving the page
  for (const form of $$("form[data-upload]")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const note = $(".upload-note", form);
      const button = $("button", form);
      button.disabled = true;
      try {
        const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
        const text = await answer.text();
        let said = {};
        try { said = JSON.parse(text); } catch (e) { said.detail = text.slice(0, 500); }
        if (answer.ok && !said.leftOut?.length) {
          const sites = said.sites?.length;
          location.href = `/feeds?done=imported${sites ? "-sites" : ""}&added=${said.added}&known=${said.known}&feeds=${sites || 0}`;
          return;
        }
        note.textContent = answer.ok
          ? form.dataset.done.replace("{0}", said.added).replace("{1}", said.known) + " "
            + (said.sites?.length ? form.dataset.sites.replace("{0}", said.sites.length) + " " : "")
            + form.dataset.left + " " + said.leftOut.slice(0, 20).join(" · ")
          : form.dataset.failed + " " + (said.detail || answer.statusText);
      } catch (e) {
        note.textContent = form.dataset.failed + " " + e.message;
      }
      note.className = "upload-note error";
      button.disabled = false;
    });
  }
})();
