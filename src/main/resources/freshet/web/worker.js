// What was read last can be read again without a connection: the river and the entries that were
// opened. Pages always come from the server if it answers; what is kept goes when somebody logs out
// or has to log in.
"use strict";
const scope = self.registration.scope;
const PAGES = "freshet pages " + scope;
const FILES = "freshet files " + scope;
const MOST = 80;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const below = (address) => address.slice(scope.length - 1).replace(/[?#].*/, "");

async function fromServer(request) {
  const answer = await fetch(request);
  const isPage = (answer.headers.get("Content-Type") || "").startsWith("text/html");
  if (below(request.url) === "/login" || (answer.redirected && below(answer.url) === "/login")) await caches.delete(PAGES);
  else if (answer.ok && !answer.redirected && isPage) {
    const pages = await caches.open(PAGES);
    await pages.delete(request.url);
    await pages.put(request.url, answer.clone());
    const all = await pages.keys();
    for (const old of all.slice(0, Math.max(0, all.length - MOST))) await pages.delete(old);
  }
  return answer;
}

// A page that is shown from here says so.
async function page(request) {
  try {
    return await fromServer(request);
  } catch (e) {
    const pages = await caches.open(PAGES);
    const known = await pages.match(request.url)
      || (request.mode === "navigate" ? await pages.match(scope) : null);
    if (!known) throw e;
    const html = await known.text();
    const headers = new Headers(known.headers);
    headers.delete("Content-Encoding");
    headers.delete("Content-Length");
    return new Response(html.replace("<body ", '<body data-stale="1" '), { headers });
  }
}

// Their addresses say what they hold, so they never change; an older one of the same name goes.
async function file(request) {
  const files = await caches.open(FILES);
  const known = await files.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const name = (address) => below(address).replace(/\.[0-9a-f]{12}\./, ".");
    for (const old of await files.keys()) if (name(old.url) === name(request.url)) await files.delete(old);
    await files.put(request.url, answer.clone());
  }
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (!request.url.startsWith(scope)) return;
  const path = below(request.url);
  if (request.method === "POST" && path === "/logout") event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  const wantsPage = request.mode === "navigate" || (request.headers.get("Accept") || "") === "text/html";
  if (path.startsWith("/static/")) event.respondWith(file(request));
  else if (wantsPage && !/^\/(api|out|live)\b/.test(path)) event.respondWith(page(request));
});
