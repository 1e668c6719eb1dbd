/** What works without an open page: the empty shell while the server is away, and notices of what waits. Nothing that the server answered is kept. */
const SHELL = 'deputize-shell';

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(shell(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

/** Always requests the page from the server. The cached page is served only if the server does not answer. */
async function shell(request) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected && isConsole(response)) await cache.put('/', response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept) return kept;
    throw error;
  }
}

/** Only the console's own page has its trusted types; the plain pages tell of calls, and are not kept. */
function isConsole(response) {
  return (response.headers.get('content-security-policy') ?? '').includes('trusted-types');
}

/** Their names change with their content. */
async function asset(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

self.addEventListener('push', (event) => {
  const { id, tool, risk } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(`${tool} waits for you`, {
      body: `${risk} risk`,
      tag: id,
      icon: '/icon.svg',
      data: { id },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openItem(`/waiting/${encodeURIComponent(event.notification.data.id)}`));
});

async function openItem(path) {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) return self.clients.openWindow(path);
  // A browser may refuse to bring the window forward; it shows the item all the same.
  await open.focus().catch(() => undefined);
  return open.navigate(path);
}
