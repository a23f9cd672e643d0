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

/** Answers with the page as the network has it; with the kept one if that fails or takes long. A page that nobody kept is waited for, however long it takes. */
const fresh = async (event) => {
  const { request } = event,
    kept = await caches.open(KEPT);
  const found = (await kept.match(request)) ?? (await kept.match(request, { ignoreSearch: true }));
  const asking = fetch(request).then((answer) => {
    if (answer.ok && !answer.redirected) event.waitUntil(kept.put(request, answer.clone()).catch(() => null)); // a full disk keeps nothing, and shows the page
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
