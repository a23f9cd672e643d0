// Caches the page of a table and its files, so that it can be loaded again without a network. Nothing that a page sends is cached.
const KEPT = "mjlog-live";
const PATIENCE = 4000; // milliseconds to wait for the network before the cached page is used

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

/** A page sends the addresses that it is made of, its own first. It gets `true` once all of them are cached. */
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

/** Return the page from the network, or the cached one if that fails or takes long. A page that is not cached is waited for without limit. */
const fresh = async (event) => {
  const { request } = event,
    kept = await caches.open(KEPT);
  const found = (await kept.match(request)) ?? (await kept.match(request, { ignoreSearch: true }));
  const asking = fetch(request).then((answer) => {
    if (answer.ok && !answer.redirected) event.waitUntil(kept.put(request, answer.clone()).catch(() => null)); // if the disk is full, the page is shown but not cached
    return answer;
  });
  if (!found) return asking;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, found));
  return Promise.race([
    asking.then(
      (answer) => (answer.status < 500 ? answer : found),
      () => found,
    ),
    late,
  ]);
};

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (new URL(request.url).pathname.startsWith("/static/"))
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  else if (request.mode === "navigate") event.respondWith(fresh(event));
});
