// What makes the pages pleasant; all of them can be read without it.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const words = document.body.dataset;
  const stream = $(".stream");
  const reader = $(".reader");
  const marks = $("#marks");
  const root = words.root; // what all addresses begin with, for a Freshet below a path

  function kept(place, key) {
    try { return JSON.parse(place.getItem(key)); } catch (e) { return null; }
  }
  function keep(place, key, value) {
    try { place.setItem(key, JSON.stringify(value)); } catch (e) { /* a browser that keeps nothing */ }
  }
  async function page(address) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(answer.status);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  // Pictures that cannot be had leave no hole.
  document.addEventListener("error", (event) => {
    if (event.target.tagName !== "IMG") return;
    const entry = event.target.closest(".entry");
    const picture = event.target.closest(".picture");
    if (picture && entry) entry.classList.remove("pictured");
    (picture || event.target).hidden = true;
  }, true);

  // What a comic says when a mouse rests on it, for thumbs.
  document.addEventListener("click", (event) => {
    if (event.target.matches?.(".prose img[title]") && !event.target.closest("a")) say(event.target.title, null, 30);
  });

  // "5 min ago" goes on.
  setInterval(() => {
    for (const time of $$("time[data-ticking]")) {
      const minutes = Math.floor((Date.now() - Date.parse(time.dateTime)) / 60000);
      if (minutes < 0 || minutes >= 1440) continue;
      time.textContent = minutes < 1 ? words.now
        : minutes < 60 ? words.minutes.replace("{0}", minutes)
        : words.hours.replace("{0}", Math.floor(minutes / 60));
    }
  }, 30000);

  // ---- a line at the bottom that says what happened, with a way back
  const toast = $("#toast");
  let fading = 0;
  function say(text, act, seconds = 8) {
    clearTimeout(fading);
    $("span", toast).textContent = text;
    const button = $("button", toast);
    button.hidden = !act;
    button.onclick = () => { toast.hidden = true; act(); };
    toast.hidden = false;
    if (seconds) fading = setTimeout(() => { toast.hidden = true; }, seconds * 1000);
  }
  const count = (text, n) => text.replace("{0}", n);

  // ---- marks: kept in the browser until the server has them, so that none is lost
  const box = marks && "marks " + marks.dataset.who;
  let pending = (marks && kept(localStorage, box)) || [];
  let sending = false;
  let failures = 0;
  let later = 0;

  function queue(as, ids) {
    pending = (kept(localStorage, box) || pending).concat({ as, ids, key: Math.random() });
    keep(localStorage, box, pending);
    send();
  }

  async function send() {
    if (sending || !pending.length) return;
    sending = true;
    clearTimeout(later);
    const { as, ids, key } = pending[0];
    let status = 0;
    try {
      const form = new URLSearchParams({ token: marks.token.value, do: as + ":" + ids.join(",") });
      const answer = await fetch(marks.action, {
        method: "POST", body: form, keepalive: true, redirect: "manual", headers: { Accept: "application/json" },
      });
      status = answer.type === "opaqueredirect" ? 401 : answer.status;
    } catch (e) { /* offline */ }
    sending = false;
    if (status === 204 || status === 400) {
      // Another tab may have sent it too, and taken it away.
      pending = (kept(localStorage, box) || pending).filter((mark, i) => (key ? mark.key !== key : i));
      keep(localStorage, box, pending);
      if (failures && !pending.length) say(words.sent);
      failures = pending.length ? failures : 0;
      if (pending.length) send();
      else soon();
      return;
    }
    failures++;
    if (status === 401 || status === 403) say(words.session, () => location.reload(), 0);
    else say(words.unsent, null, 0);
    later = setTimeout(send, Math.min(60, 3 * 2 ** Math.min(failures, 5)) * 1000);
  }
  addEventListener("online", send);

  function showRead(entry, read) {
    entry.classList.toggle("read", read);
    for (const button of $$(".mark-read", entry)) {
      button.setAttribute("aria-pressed", read);
      button.value = (read ? "unread:" : "read:") + entry.dataset.id;
    }
  }

  function showStar(entry, starred) {
    entry.classList.toggle("starred", starred);
    for (const button of $$(".mark-star", entry)) {
      button.setAttribute("aria-pressed", starred);
      button.value = (starred ? "unstar:" : "star:") + entry.dataset.id;
    }
  }

  function showMark(entry, as) {
    if (as.endsWith("read")) showRead(entry, as === "read");
    else showStar(entry, as === "star");
  }

  // What the server does not know yet is shown as it will be.
  function showPending() {
    for (const { as, ids } of pending) {
      for (const id of ids) {
        if (!/^(un)?(read|star)$/.test(as)) continue;
        for (const entry of $$(`[data-id="${id}"]`)) showMark(entry, as);
      }
    }
  }

  function toggle(entry, what) {
    if (!entry || !marks) return;
    const pressed = $(".mark-" + what, entry).getAttribute("aria-pressed") === "true";
    if (what === "read") entry.dataset.kept = "1";
    const as = (pressed ? "un" : "") + what;
    for (const same of $$(`[data-id="${entry.dataset.id}"]`)) showMark(same, as); // in the list and beside it
    queue(as, [entry.dataset.id]);
  }

  if (marks && (stream || reader)) {
    document.addEventListener("click", (event) => {
      const button = event.target.closest?.("button[form=marks]");
      const entry = button?.closest("[data-id]");
      if (!entry) return;
      event.preventDefault();
      toggle(entry, button.classList.contains("mark-star") ? "star" : "read");
    });
  }

  // ---- who wants it: what was in sight and is scrolled past is read, with a count and a way back
  let passed = [];
  let undoable = [];
  let gathering = 0;

  function flush() {
    clearTimeout(gathering);
    gathering = 0;
    if (passed.length) queue("read", passed);
    passed = [];
  }

  function pass(entry) {
    if (entry.classList.contains("read") || entry.dataset.kept) return;
    showRead(entry, true);
    passed.push(entry.dataset.id);
    if (toast.hidden) undoable = [];
    undoable.push(entry.dataset.id);
    say(undoable.length === 1 ? words.passedOne : count(words.passedMany, undoable.length), () => {
      flush();
      const ids = undoable;
      undoable = [];
      for (const id of ids) {
        const back = document.getElementById("e" + id);
        if (back) { back.dataset.kept = "1"; showRead(back, false); }
      }
      queue("unread", ids);
    }, 15);
    if (passed.length >= 100) flush();
    else if (!gathering) gathering = setTimeout(flush, 1200);
  }

  const inSight = new Map();
  const watcher = stream && words.reads === "scroll" && new IntersectionObserver((changes) => {
    for (const { target, isIntersecting, boundingClientRect } of changes) {
      if (isIntersecting) { inSight.set(target, Date.now()); continue; }
      const since = inSight.get(target);
      inSight.delete(target);
      // Who jumps to the end has not read what lies between.
      if (since && boundingClientRect.bottom < 80 && Date.now() - since > 700) pass(target);
    }
  }, { rootMargin: "-64px 0px 0px 0px" });
  const watch = (entries) => { if (watcher) for (const entry of entries) watcher.observe(entry); };
  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => { if (document.hidden) flush(); });

  // ---- news: the page asks again for itself and offers what it does not have yet
  const pill = $(".pill");
  let waiting = null; // the newer page, fetched but not shown
  let asking = false;
  let again = false;
  let asked = 0;

  // A story that is on the page may have another first entry by now: it is the same story.
  function shown(entry) {
    const story = entry.dataset.story;
    return document.getElementById(entry.id)
      || (story && $(`.entry[data-story="${story}"]`, stream));
  }

  function missing(newer) {
    return $$(".stream .entry", newer).filter((e) => !shown(e));
  }

  // Asks a moment later: many marks are one question.
  function soon() {
    clearTimeout(asked);
    if (stream) asked = setTimeout(ask, 400);
  }

  async function ask() {
    if (document.hidden || asking) { again = true; return; }
    asking = true;
    again = false;
    try {
      offer(await page(location.pathname + location.search));
    } catch (e) {
      // offline: the event stream comes back by itself, and news with it
    }
    setTimeout(() => { asking = false; if (again) ask(); }, 1500);
  }

  function offer(newer) {
    waiting = newer;
    refresh(newer);
    recount(newer);
    const fresh = stream.dataset.live ? missing(newer).length : 0;
    if (fresh && !$(".entry", stream)) take();
    else if (fresh) {
      pill.textContent = fresh === 1 ? pill.dataset.one : count(pill.dataset.many, fresh);
      pill.hidden = false;
    }
  }

  // What is read elsewhere is read here, and stories that more feeds have by now say so.
  function refresh(newer) {
    for (const entry of $$(".stream .entry", newer)) {
      const old = shown(entry);
      if (!old || old.dataset.id !== entry.dataset.id) continue;
      showRead(old, entry.classList.contains("read"));
      showStar(old, entry.classList.contains("starred"));
      retag(old, entry);
      const now = $(".also", entry);
      const before = $(".also", old);
      if (!now || before?.contains(document.activeElement) || before?.textContent === now.textContent) continue;
      const fresh = document.importNode(now, true);
      fresh.open = before?.open || false;
      old.dataset.story = entry.dataset.story;
      if (before) before.replaceWith(fresh);
      else $(".words", old).append(fresh);
    }
    // What the list of unread entries lacks by now was read elsewhere, as far down as the list goes.
    if (unreadOnly()) {
      const all = $$(".entry", stream);
      const there = (e) => newer.getElementById(e.id) || (e.dataset.story && $(`.stream [data-story="${e.dataset.story}"]`, newer));
      const end = $(".older a[rel=next]", newer) ? all.findLastIndex(there) : all.length;
      for (const entry of all.slice(0, Math.max(0, end))) if (!there(entry)) showRead(entry, true);
    }
    showPending();
  }

  function retag(old, entry) {
    const tags = $$(".meta .tag", entry);
    const had = $$(".meta .tag", old);
    if (String(tags.map((t) => t.textContent)) === String(had.map((t) => t.textContent))) return;
    for (const tag of had) tag.remove();
    for (const tag of tags) $(".meta > .mark, .meta > .foreign, .meta > .marks", old).before(document.importNode(tag, true));
  }

  const unreadOnly = () => $(".show [value=unread]")?.hasAttribute("aria-current");

  // The numbers beside and above the river.
  function recount(newer) {
    document.title = newer.title;
    const name = $(".bar h1", newer);
    if (name) $(".bar h1").textContent = name.textContent;
    for (const place of $$("[data-count]")) {
      const now = $(`[data-count="${CSS.escape(place.dataset.count)}"]`, newer);
      place.textContent = now ? now.textContent : "";
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
      watch([fresh]);
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
      const older = $$(".day", stream).find((d) => d.dataset.day < day.dataset.day);
      stream.insertBefore(section, older || null);
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

  async function newest() {
    const had = $$(".entry", stream).length;
    if (!waiting || pill.hidden) await ask();
    if (!waiting || pill.hidden) {
      if ($$(".entry", stream).length === had) say(words.none, null, 3);
      return;
    }
    take();
    scrollTo({ top: 0, behavior: calm ? "instant" : "smooth" });
  }

  // ---- coming back: the river is as it was left, at the same place
  const here = location.pathname + location.search;

  // The order is also what j and k go by on an entry's own page.
  function remember() {
    if (!stream) return;
    keep(sessionStorage, "river", {
      at: here,
      who: marks?.dataset.who,
      ids: $$(".entry", stream).map((e) => e.dataset.id),
      look: document.body.className,
      html: stream.innerHTML,
      y: scrollY,
      time: Date.now(),
    });
  }
  const remembered = () => kept(sessionStorage, "river") || { ids: [] };

  function comeBack() {
    const was = remembered();
    const asWas = was.at === here && was.who === marks?.dataset.who && was.look === document.body.className && Date.now() - was.time < 3600000;
    const back = performance.getEntriesByType("navigation")[0]?.type === "back_forward"
      || kept(sessionStorage, "back") === here;
    sessionStorage.removeItem("back");
    if (!asWas || !back) return;
    const newer = document.implementation.createHTMLDocument(document.title);
    newer.body.innerHTML = document.body.innerHTML;
    stream.innerHTML = was.html;
    for (const entry of $$(".entry", stream)) {
      entry.classList.remove("new");
      if (unreadOnly() && !newer.getElementById(entry.id)) showRead(entry, true);
    }
    offer(newer);
    history.scrollRestoration = "manual";
    scrollTo({ top: was.y, behavior: "instant" });
    addEventListener("load", () => scrollTo({ top: was.y, behavior: "instant" }), { once: true });
    document.getElementById("e" + kept(sessionStorage, "opened"))?.focus({ preventScroll: true });
  }

  if (stream) {
    comeBack();
    showPending();
    watch($$(".entry", stream));
    remember();
    addEventListener("pagehide", remember);
    pill?.addEventListener("click", newest);
  }
  if (marks) send();

  // ---- what happens elsewhere: new entries, and marks of other windows and apps
  function marked(data) {
    let tagged = !data;
    for (const [, as, id] of data.matchAll(/(\w+):(\d+)/g)) {
      tagged ||= as === "tag";
      for (const entry of as === "tag" ? [] : $$(`[data-id="${id}"]`)) showMark(entry, as);
    }
    showPending();
    if (stream) soon();
    else if (tagged) look();
  }

  // An entry's own page asks how the entry is marked by now.
  async function look() {
    try {
      const now = await page(root + "/entry/" + reader.dataset.id + "?kept=1");
      for (const as of ["read", "star"]) {
        const pressed = $(".mark-" + as, now).getAttribute("aria-pressed") === "true";
        showMark(reader, (pressed ? "" : "un") + as);
      }
      const tags = $("#tags");
      if (!tags.contains(document.activeElement)) tags.replaceWith(document.importNode($("#tags", now), true));
      showPending();
    } catch (e) { /* offline, or the entry is gone */ }
  }

  if (marks && words.live && (stream || reader)) {
    let events = null;
    let leaving = 0;
    const listen = () => {
      events = new EventSource(stream?.dataset.live || words.live);
      let met = false;
      events.addEventListener("hello", () => { if (met) catchUp(); met = true; });
      events.addEventListener("news", () => { if (stream) ask(); });
      events.addEventListener("marks", (event) => marked(event.data));
    };
    const catchUp = () => (stream ? ask() : look());
    // A browser has few connections for all windows of a site: those that nobody sees give theirs back.
    const leave = () => { events?.close(); events = null; };
    const back = () => {
      clearTimeout(leaving);
      if (!events) { listen(); catchUp(); }
      else if (again) ask();
    };
    if (!document.hidden) listen();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) leaving = setTimeout(leave, 15000);
      else back();
    });
    addEventListener("pagehide", leave);
    addEventListener("pageshow", (event) => { if (event.persisted) back(); });
  }

  // ---- one entry: back and forth in the order of the river
  function neighbour(by) {
    const { ids } = remembered();
    const at = ids.indexOf(reader.dataset.id);
    return at < 0 ? null : ids[at + by];
  }
  const entryAt = (id) => root + "/entry/" + id;
  if (reader) {
    keep(sessionStorage, "opened", reader.dataset.id);
    const river = remembered();
    for (const up of $$("a.up")) {
      if (river.at && river.ids.includes(reader.dataset.id)) up.href = river.at;
      up.addEventListener("click", () => keep(sessionStorage, "back", up.getAttribute("href")));
    }
    for (const [selector, by] of [["a.next", 1], ["a.previous", -1]]) {
      const id = neighbour(by);
      for (const link of $$(selector)) {
        if (id) { link.href = entryAt(id); link.hidden = false; }
        else if (river.ids.includes(reader.dataset.id) && by < 0) link.hidden = true;
      }
    }
  }

  // ---- headlines open where they stand
  async function unfold(entry) {
    const link = $(".headline a", entry);
    const open = $(".inplace", entry);
    if (open) {
      open.remove();
      link.setAttribute("aria-expanded", "false");
      return;
    }
    link.setAttribute("aria-expanded", "true");
    const place = document.createElement("div");
    place.className = "inplace";
    entry.append(place);
    try {
      const whole = await page(link.href);
      if (words.reads !== "never") showRead(entry, true);
      keep(sessionStorage, "opened", entry.dataset.id);
      for (const part of $$(".reader > .lead-picture, .reader > .player, .reader > .prose, .reader > .no-text, .reader > .entry-more", whole)) {
        place.append(document.importNode(part, true));
      }
      players(place);
      soon();
    } catch (e) {
      location.href = link.href;
    }
  }

  // ---- three panes: entries open beside the list, where the window is wide enough
  const pane = $(".pane");
  const wide = matchMedia("(min-width: 75rem)");
  const nothing = pane?.innerHTML;
  let opening = 0;
  async function openBeside(entry, as) {
    const mine = ++opening;
    const link = $(".headline a", entry);
    for (const other of $$(".entry[aria-current]", stream)) other.removeAttribute("aria-current");
    entry.setAttribute("aria-current", "true");
    entry.focus({ preventScroll: true });
    if (as) history[as](null, "", "#" + entry.id);
    // Who runs through the list has not read what lies between.
    await new Promise((done) => setTimeout(done, as === "replaceState" ? 180 : 0));
    if (mine !== opening) return;
    try {
      const whole = await page(link.href);
      if (mine !== opening) return;
      const article = document.importNode($(".reader", whole), true);
      for (const part of $$(".up, .previous, .next, .steps", article)) part.remove();
      pane.replaceChildren(article);
      pane.scrollTop = 0;
      if (words.reads !== "never") showRead(entry, true);
      keep(sessionStorage, "opened", entry.dataset.id);
      players(pane);
      shares(pane);
      soon();
    } catch (e) {
      if (mine === opening) location.href = link.href;
    }
  }
  function closeBeside() {
    opening++;
    for (const other of $$(".entry[aria-current]", stream)) other.removeAttribute("aria-current");
    pane.innerHTML = nothing;
  }
  if (pane && stream) {
    const named = () => (/^#e\d+$/.test(location.hash) ? document.getElementById(location.hash.slice(1)) : null);
    addEventListener("popstate", () => {
      if (!wide.matches) return;
      if (named()) openBeside(named());
      else if (!location.hash) closeBeside();
    });
    if (wide.matches && named()) openBeside(named());
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(".stream .entry .headline a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const beside = pane && wide.matches;
    if (!beside && !document.body.classList.contains("headlines")) return;
    event.preventDefault();
    if (beside) openBeside(link.closest(".entry"), "pushState");
    else unfold(link.closest(".entry"));
  });

  // ---- sound and film: the place is kept, the speed is chosen
  function players(place) {
    for (const media of $$("audio, video", place)) {
      const key = "at " + media.currentSrc + media.src;
      const figure = media.closest("figure");
      const speed = figure && $("select", figure);
      media.addEventListener("loadedmetadata", () => { media.currentTime = Math.max(0, (kept(localStorage, key) || 0) - 2); media.playbackRate = speed?.value || 1; }, { once: true });
      let saved = 0;
      media.addEventListener("timeupdate", () => {
        if (Math.abs(media.currentTime - saved) < 5) return;
        saved = media.currentTime;
        keep(localStorage, key, Math.floor(saved));
      });
      media.addEventListener("ended", () => localStorage.removeItem(key));
      if (!speed) continue;
      speed.parentNode.hidden = false;
      speed.value = kept(localStorage, "speed") || 1;
      speed.addEventListener("change", () => { media.playbackRate = speed.value; keep(localStorage, "speed", speed.value); });
    }
  }
  players(document);

  // ---- what is hot is folded on a phone, until somebody opens it; how it was left is remembered
  const hot = $("details.hot");
  if (hot) {
    const left = kept(localStorage, "hot");
    hot.open = left === null ? hot.open && !matchMedia("(max-width: 48rem)").matches : left;
    $("summary", hot).addEventListener("click", () => keep(localStorage, "hot", !hot.open));
  }

  // The topic that is chosen is in sight.
  const topic = $(".topics a[aria-current]");
  if (topic) {
    const middle = (e) => { const r = e.getBoundingClientRect(); return (r.left + r.right) / 2; };
    topic.parentElement.scrollLeft += middle(topic) - middle(topic.parentElement);
  }

  // ---- share and copy
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("button[data-copy], button[data-share]");
    if (!button) return;
    const url = button.dataset.copy || button.dataset.share;
    if (button.dataset.share && navigator.share) {
      try { await navigator.share({ url, title: button.dataset.title }); } catch (e) { /* thought better of it */ }
      return;
    }
    copy(url);
  });
  async function copy(url) {
    try {
      await navigator.clipboard.writeText(url);
      say(words.copied);
    } catch (e) { say(url, null, 20); }
  }
  function shares(place) {
    for (const button of $$("button[data-copy], button[data-share]", place)) {
      button.hidden = Boolean(button.dataset.share && !navigator.share);
    }
  }
  shares(document);

  // ---- a thumb goes from entry to entry, and marks in the list
  let touch = null;
  document.addEventListener("touchstart", (event) => {
    const t = event.touches[0];
    touch = event.touches.length === 1 && !event.target.closest("pre, table, .topics, .hot, input, select, textarea, audio, video")
      ? { x: t.clientX, y: t.clientY, y0: scrollY, on: event.target } : null;
  }, { passive: true });
  // Pulled down at its top, the river looks for what is new.
  const pulled = (t) => pill && touch && touch.y0 <= 0 && scrollY <= 0 && t.clientY - touch.y > 110 && Math.abs(t.clientX - touch.x) < 60;
  let pulling = false;
  document.addEventListener("touchmove", (event) => {
    if (pulling || !pulled(event.touches[0])) return;
    pulling = true;
    say(words.pull, null, 3);
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!touch) return;
    const t = event.changedTouches[0];
    const asks = pulling && pulled(t);
    pulling = false;
    if (asks) { toast.hidden = true; newest(); return; }
    const across = (t.clientX - touch.x) * (document.dir === "rtl" ? -1 : 1);
    if (Math.abs(across) < 90 || Math.abs(t.clientY - touch.y) > 45) return;
    const entry = touch.on.closest?.(".stream .entry");
    if (reader) $(across < 0 ? "a.next:not([hidden])" : "a.previous:not([hidden])")?.click();
    else if (entry) toggle(entry, across < 0 ? "read" : "star");
  }, { passive: true });

  // ---- folders beside the river: folded up at once, filled by dragging
  const folds = $("#fold");
  async function change(action, fields) {
    const form = new URLSearchParams({ token: folds.token.value, back: folds.back.value, ...fields });
    const answer = await fetch(action, { method: "POST", body: form, headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(answer.status);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }
  function fold(button) {
    const up = button.name === "fold";
    button.name = up ? "unfold" : "fold";
    button.setAttribute("aria-expanded", !up);
    $(".folder-in", button.closest(".shelf-folder")).hidden = up;
    change(folds.getAttribute("action"), { [up ? "fold" : "unfold"]: button.value }).catch(() => say(words.unsent));
  }
  const place = (element) => element?.closest?.("#sidebar [data-folder]")?.dataset.folder ?? null;
  async function move(what, to) {
    try {
      const newer = await change(folds.dataset.move, { ...what, to });
      $("#sidebar").replaceWith(document.importNode($("#sidebar", newer), true));
      liftable();
      return true;
    } catch (e) {
      say(words.unsent);
      return false;
    }
  }
  function liftable() {
    for (const link of $$("#sidebar li a[href*='feed='], #sidebar a.folder-name")) link.draggable = true;
  }
  if (folds) {
    liftable();
    document.addEventListener("click", (event) => {
      const button = event.target.closest?.("button.fold");
      if (!button) return;
      event.preventDefault();
      fold(button);
    });
    let lifted = null;
    const clear = () => { for (const e of $$(".drop-here")) e.classList.remove("drop-here"); };
    document.addEventListener("dragstart", (event) => {
      const link = event.target.closest?.("#sidebar a[draggable=true]");
      if (!link) return;
      const feed = new URL(link.href).searchParams.get("feed");
      lifted = feed ? { feed, from: place(link) ?? "" } : { folder: place(link) };
      event.dataTransfer.effectAllowed = "move";
    });
    document.addEventListener("dragend", () => { lifted = null; clear(); });
    const target = (event) => {
      const to = lifted && place(event.target);
      if (to === null) return null;
      if (lifted.feed) return to === lifted.from ? null : to;
      const parent = lifted.folder.slice(0, Math.max(0, lifted.folder.lastIndexOf("/")));
      return to === parent || (to + "/").startsWith(lifted.folder + "/") ? null : to;
    };
    document.addEventListener("dragover", (event) => {
      clear();
      if (target(event) === null) return;
      event.preventDefault();
      event.target.closest("[data-folder]").classList.add("drop-here");
    });
    document.addEventListener("drop", async (event) => {
      const to = target(event);
      if (to === null) return;
      event.preventDefault();
      const what = lifted;
      const name = what.folder?.slice(what.folder.lastIndexOf("/") + 1);
      const back = what.feed ? what.from : what.folder.slice(0, Math.max(0, what.folder.lastIndexOf("/")));
      clear();
      if (!await move(what, to)) return;
      const undo = what.feed ? { feed: what.feed, from: to } : { folder: to ? to + "/" + name : name };
      say(to ? count(folds.dataset.moved, to) : folds.dataset.out, () => move(undo, back));
    });
  }

  // ---- keyboard
  const keys = $("#keys");
  for (const button of $$("[data-open]")) {
    button.hidden = false;
    button.addEventListener("click", () => document.getElementById(button.dataset.open).showModal());
  }

  function step(by) {
    if (reader) {
      const id = neighbour(by);
      if (id) location.href = entryAt(id);
      else $(by > 0 ? "a.next" : "a.previous:not([hidden])")?.click();
      return;
    }
    const all = $$(".entry");
    if (!all.length) return;
    const current = chosen();
    const at = current ? all.indexOf(current) + by : all.findIndex((e) => e.getBoundingClientRect().bottom > 80);
    if (at >= all.length) { $(".older a[rel=next]")?.focus(); return; }
    const target = all[Math.max(0, at)];
    if (pane && wide.matches) openBeside(target, "replaceState");
    else target.focus({ preventScroll: true });
    const { top, bottom } = target.getBoundingClientRect();
    if (top < 90 || bottom > innerHeight - 40) target.scrollIntoView({ block: "center", behavior: calm ? "instant" : "smooth" });
  }

  // The next feed beside the river, or the next with something unread.
  function shelf(by) {
    const all = $$("#sidebar a[href*='feed=']");
    const at = all.findIndex((a) => a.hasAttribute("aria-current"));
    const rest = by > 0 ? all.slice(at + 1) : all.slice(0, Math.max(0, at)).reverse();
    (unreadOnly() ? rest.find((a) => $(".unread", a)?.textContent) : rest[0])?.click();
  }

  const chosen = () => document.activeElement.closest?.(".entry") || $(".entry[aria-current]", stream || document);
  const original = (tab) => {
    const link = reader ? $("a.original") : $("a.original", chosen() || document.createElement("p"));
    if (!link) return;
    if (chosen() && words.reads !== "never" && !chosen().classList.contains("read")) toggle(chosen(), "read");
    if (tab) open(link.href, "_blank", "noopener,noreferrer");
    else location.href = link.href;
  };

  const acts = {
    j: () => step(1),
    k: () => step(-1),
    o: () => (chosen() ? $(".headline a", chosen()).click() : original(true)),
    x: () => (chosen() ? unfold(chosen()) : null),
    v: () => original(true),
    V: () => original(false),
    c: () => $("a.comments")?.click(),
    t: () => reader && ($(".text-switch a:not([aria-current])") || $(".whole button"))?.click(),
    m: () => toggle(reader || chosen(), "read"),
    s: () => toggle(reader || chosen(), "star"),
    f: () => acts.s(),
    l: () => { const tag = $("#new-tag"); if (tag) { tag.closest("details")?.setAttribute("open", ""); tag.focus(); } },
    y: () => {
      const button = $("button[data-copy]");
      const link = chosen() && $("a.original", chosen());
      if (button) button.click();
      else if (link) copy(link.href);
    },
    // Save elsewhere: at once if there is one place only.
    w: () => { const to = $$(".save-to button, .save-to a"); if (to.length === 1) to[0].click(); else to[0]?.focus(); },
    A: () => $(".mark-all")?.click(),
    J: () => shelf(1),
    K: () => shelf(-1),
    U: () => $(".show button:not([aria-current])")?.click(),
    n: () => stream?.dataset.live && newest(),
    r: () => (pill ? newest() : location.reload()),
    u: () => $("a.up")?.click(),
    a: () => { const address = $("#address"); if (address) address.focus(); else location.href = root + "/feeds#address"; },
    "/": () => { const find = $("#q2") || $("#q"); if (find?.checkVisibility()) { find.focus(); find.select(); } else location.href = root + "/search"; },
    "?": () => keys.showModal(),
  };
  if (pane) {
    acts[" "] = () => {
      const before = pane.scrollTop;
      pane.scrollBy({ top: pane.clientHeight * 0.85, behavior: "instant" });
      if (pane.scrollTop === before) step(1);
    };
  }
  for (const n of [1, 2, 3, 4, 5, 6]) acts[n] = () => $$(".views button")[n - 1]?.click();
  const goes = { a: "/", r: "/", s: "/starred", f: "/feeds", d: "/discover", t: "/statistics", p: "/settings", l: "/rules" };
  let going = 0;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
    if (event.target.closest("input, textarea, select, [contenteditable], audio, video")) return;
    if (event.key === "Enter") {
      if (event.target.matches(".entry")) { event.preventDefault(); acts.o(); }
      return;
    }
    if (going > Date.now() && goes[event.key]) { event.preventDefault(); location.href = root + goes[event.key]; return; }
    going = event.key === "g" ? Date.now() + 1500 : 0;
    if (event.key === " " && (!wide.matches || event.target.closest("a, button, summary"))) return;
    const act = acts[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  if (location.hash === "#address") $("#address")?.focus();
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && location.hash === "#sidebar") location.hash = "#main";
  });

  // ---- the last pages can be read without a connection
  if (words.worker && "serviceWorker" in navigator) navigator.serviceWorker.register(words.worker).catch(() => {});
  if (words.stale) say(words.staleNote, null, 0);
  addEventListener("online", () => { if (words.stale) location.reload(); });
  for (const out of $$("form[action$='/logout']")) out.addEventListener("submit", () => sessionStorage.clear());
})();
