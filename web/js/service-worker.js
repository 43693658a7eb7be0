// Keeps the page where there is no network. The house gives the newest page whenever it answers; what was kept is shown
// only where it does not, so that no update is missed and nothing old is mixed with something new.
//
// The house writes before this script what there is to keep: `KEPT`, with a version, files with their hashes, and pages.

/** @type {any} a browser's own name for what runs this */
const here = self;
/** @type {{ version: string, files: Record<string, string>, pages: string[] }} */
const { version, files, pages } = here.KEPT;
const CACHE = `konoba-${version}`;
/** How many things are fetched at once: a visitor who has just come needs the network too. */
const AT_ONCE = 2;
/** How long the house is waited for where a page is kept, in milliseconds: a network can be up and dead. */
const SILENCE = 8000;

here.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keepAll()));

here.addEventListener('activate', (/** @type {any} */ event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('konoba-') && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await here.clients.claim();
  };
  event.waitUntil(forget());
});

/** The page asks now and then whether all is there and whole. */
here.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'check') event.waitUntil(keepAll());
});

here.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin) return;
  if (address.pathname.startsWith('/web/')) event.respondWith(file(request));
  else if (request.mode === 'navigate') event.respondWith(page(request, address));
});

/** A notification leads to its page: the one that is open already, or a new one. */
here.addEventListener('notificationclick', (/** @type {any} */ event) => {
  const { notification } = event;
  notification.close();
  const show = async () => {
    /** @type {any[]} */
    const open = await here.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const { href, hash } = new URL(notification.data, location.origin);
    // What stands behind the # matters only where the page is named by it.
    const page = open.find(({ url }) => (hash === '' ? url.replace(/#.*/, '') : url) === href);
    await (page?.focus() ?? here.clients.openWindow(href));
  };
  event.waitUntil(show());
});

/** A file never changes under its address, so what is kept is as good as what would come. @param {Request} request */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  return kept ?? fetch(request);
}

/** @param {Request} request @param {URL} address */
async function page(request, address) {
  try {
    const fresh = await Promise.race([fetch(request), silence(address)]);
    if (fresh.status < 500) return fresh;
    // A server that answers says itself what is wrong, where nothing is kept.
    return await marked(await keptPage(address)) ?? fresh;
  } catch (error) {
    const kept = await marked(await keptPage(address) ?? await (await caches.open(CACHE)).match('/unreached'));
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Fails once the house has been silent for long enough, if the page is kept. @param {URL} address @returns {Promise<never>} */
async function silence(address) {
  await new Promise((over) => { setTimeout(over, SILENCE); });
  if (await keptPage(address) === undefined) await new Promise(() => {});
  throw new Error('no answer');
}

/** A page that is shown because the house cannot be reached, marked as that. @param {Response | undefined} page */
async function marked(page) {
  if (page === undefined) return undefined;
  const headers = new Headers(page.headers);
  // They are of the text as it came.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response((await page.text()).replace('<html ', '<html data-unreached '), { headers });
}

/** What is kept of a page: itself, or the empty one that its script fills in. @param {URL} address */
async function keptPage(address) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(address.pathname + address.search);
  if (kept !== undefined) return kept;
  // A game in one line says after its version which game it is.
  const [, game] = (address.searchParams.get('line') ?? '').split('~');
  if (address.pathname === '/review' && game !== undefined) return cache.match(`/review?setup=${game}`);
  return cache.match(address.pathname);
}

/** Fetches what is missing or damaged. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  /** @type {string[]} */
  const missing = [];
  for (const [path, hash] of Object.entries(files)) if (!await isWhole(await cache.match(path), hash)) missing.push(path);
  for (const path of pages) if (!(await cache.match(path))?.ok) missing.push(path);
  // Nets are nine tenths of it, and the house thinks until they are there.
  const isNet = (/** @type {string} */ path) => Number(path.includes('/nets/'));
  missing.sort((one, other) => isNet(one) - isNet(other));
  const fetchSome = async () => {
    for (let path = missing.shift(); path !== undefined; path = missing.shift()) await keep(cache, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
}

/** @param {Cache} cache @param {string} path */
async function keep(cache, path) {
  const hash = files[path];
  // What the page has loaded already need not come twice, unless the browser has only a part of it.
  const ways = /** @type {RequestCache[]} */ (hash === undefined ? ['no-cache'] : ['default', 'reload']);
  for (const way of ways) {
    const response = await fetch(path, { credentials: 'omit', cache: way });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    if (hash !== undefined && !await isWhole(response.clone(), hash)) continue;
    await cache.put(path, response);
    return;
  }
  throw new Error(`${path} is damaged`);
}

/** @param {Response | undefined} response @param {string} hash */
async function isWhole(response, hash) {
  if (response === undefined || !response.ok) return false;
  try {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()));
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') === hash;
  } catch {
    return false;
  }
}
