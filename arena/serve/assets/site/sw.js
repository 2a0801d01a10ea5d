// Keeps the site where there is no network: the program, scripts and pages of the language that is read.

const CACHE = 'agon VERSION';
const FILES = ['FILES'];

const isShared = (file) => !/^[a-z]{2}\//.test(file);
const named = (file) => new URL(file, self.registration.scope).href;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.filter(isShared).map(named))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('agon ') && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

/** Keeps all pages of a language. */
self.addEventListener('message', (event) => {
  const keep = caches.open(CACHE).then(async (cache) => {
    for (const file of FILES.filter((own) => own.startsWith(`${event.data}/`))) {
      if (!await cache.match(named(file))) await cache.add(named(file));
    }
  });
  event.waitUntil(keep);
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    return await cache.match(event.request, { ignoreSearch: true }) ?? fetch(event.request);
  })());
});
