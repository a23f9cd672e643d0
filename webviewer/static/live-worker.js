// Keeps the page of a table and its files, so that it can be loaded again without a network. It keeps nothing that is sent.
const KEPT = "mjlog-live";
const PATIENCE = 4000; // milliseconds until a page that does not come is taken from what is kept

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

/** A page says which addresses it is made of, itself first; it is told once all of them are kept. */
addEventListener("message", (event) => event.waitUntil(keep(event)));

const keep = async ({ data, ports: [asker] }) => {
  const kept = await caches.open(KEPT);
  for (const request of await kept.keys()) {
    if (new URL(request.url).pathname.startsWith("/static/") && !data.includes(request.url)) await kept.delete(request);
  }
  const known = new Set((await kept.keys()).map((each) => each.url));
  const added = await Promise.allSettled(data.filter((url) => !known.has(url)).map((url) => kept.add(url)));
  asker?.postMessage(added.every(({ status }) => status === "fulfilled"));
};

const fresh = async (request) => {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok && !answer.redirected) await kept.put(request, answer.clone());
    return answer;
  } catch (problem) {
    const found = (await kept.match(request)) ?? (await kept.match(request, { ignoreSearch: true }));
    if (found) return found;
    throw problem;
  }
};

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (new URL(request.url).pathname.startsWith("/static/"))
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  else if (request.mode === "navigate") event.respondWith(fresh(request));
});
