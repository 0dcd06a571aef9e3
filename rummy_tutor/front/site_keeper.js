// A service worker: it keeps the site's files, so that the page opens without a network.
//
// Before these lines the builder writes three constants: FILES, the paths of all files that everybody needs, CHOSEN,
// those that a page keeps itself once a language is chosen, and PAGE, that of the page; all of them are
// named by their content. A new version of the site is another such worker: it keeps the files it has not got,
// takes over when no page of the old version is open any more, and then throws away what is no longer needed.

const KEPT_FILES = "rummy-tutor-files"; // which site_worker.js writes to as well

const worker = /** @type {any} */ (self); // which is no window
const addressOf = (path) => new URL(path, worker.registration.scope).href;

async function keepAll() {
  const store = await caches.open(KEPT_FILES);
  const kept = new Set((await store.keys()).map((request) => request.url));
  const missing = FILES.map(addressOf).filter((address) => !kept.has(address));
  // the browser has most of them from loading the page; what is named by its content is never out of date
  await store.addAll(missing.map((address) => new Request(address, { cache: "force-cache" })));
}

async function dropOthers() {
  const store = await caches.open(KEPT_FILES);
  const needed = new Set([...FILES, ...CHOSEN].map(addressOf));
  const others = (await store.keys()).filter((request) => !needed.has(request.url));
  await Promise.all(others.map((request) => store.delete(request)));
}

/** The page comes from the network, so that a new version is seen at once, and else as it is kept. */
async function answerPage(request) {
  try {
    const answer = await fetch(request.url, { cache: "no-cache" });
    if (answer.ok) return answer.redirected ? Response.redirect(answer.url) : answer;
  } catch {
    /* no network */
  }
  return caches.match(addressOf(PAGE));
}

async function answerFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || request.url.startsWith(addressOf("docs/"))) return;
  if (request.mode === "navigate") event.respondWith(answerPage(request));
  else if ([...FILES, ...CHOSEN].some((path) => addressOf(path) === request.url))
    event.respondWith(answerFile(request));
});
