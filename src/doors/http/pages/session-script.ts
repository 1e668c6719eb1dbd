/**
 * The one script of the server-rendered pages. It holds the key of the session, which no other origin can use, signs requests
 * with it, and asks for passkeys. `web/state/session-key.ts` does the same for the console.
 */
const KEY_STORE = `
const open = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('deputize', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('keys');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const inStore = async (mode, act) => {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const change = database.transaction('keys', mode);
      const request = act(change.objectStore('keys'));
      change.oncomplete = () => resolve(request.result);
      change.onabort = () => reject(change.error);
    });
  } finally {
    database.close();
  }
};
const readKey = () => inStore('readonly', (store) => store.get('session'));
const storeKey = (pair) => inStore('readwrite', (store) => store.put(pair, 'session'));
const removeKey = () => inStore('readwrite', (store) => store.delete('session'));
const createKey = () => {
  if (!globalThis.crypto?.subtle) throw new Error('Open this page by https, or on this computer by 127.0.0.1 or localhost.');
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
};
const base64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const exportKey = async (pair) => base64url(await crypto.subtle.exportKey('raw', pair.publicKey));
`;

const SIGNING = `
let clockOffset = 0;
const prove = async (pair, method, target, body) => {
  const time = Date.now() + clockOffset;
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(16)));
  const digest = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body ?? '')));
  const text = ['deputize-session-v1', method, target, digest, time, nonce].join('\\n');
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, new TextEncoder().encode(text));
  return ['v1', time, nonce, digest, base64url(signature)].join('.');
};
const leaveFor = (path) => {
  location.replace(path);
  return new Promise(() => undefined);
};
const signInAgain = () => leaveFor('/sign-in?next=' + encodeURIComponent(location.pathname + location.search));
/** Sends a signed request. Without a key or a session it leads to the sign-in. */
const send = async (path, method, body, type) => {
  const { pathname, search } = new URL(path, location.href);
  for (const isLast of [false, true]) {
    const pair = await readKey();
    if (!pair) return signInAgain();
    const headers = { 'x-deputize-proof': await prove(pair, method, pathname + search, body) };
    if (body !== undefined) headers['content-type'] = type;
    const response = await fetch(pathname + search, { method, headers, body, cache: 'no-store' });
    if (response.status !== 401) return response;
    const time = Number(response.headers.get('x-deputize-time'));
    if (isLast || !time) return signInAgain();
    clockOffset = time - Date.now();
  }
};
`;

const PAGES = `
const byId = (id) => document.getElementById(id);
const showProblem = (message) => {
  const problem = byId('problem');
  if (problem === null) return;
  problem.textContent = message;
  problem.hidden = false;
};
const attempt = async (work) => {
  const problem = byId('problem');
  if (problem !== null) problem.hidden = true;
  try {
    await work();
  } catch (error) {
    showProblem('That did not work. ' + error.message);
  }
};
/** Shows what the server answered. Scripts in it do not run. */
const show = async (response) => {
  const location = response.headers.get('location');
  if (location !== null) return leaveFor(location);
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html');
  document.title = parsed.title;
  document.body.replaceChildren(...parsed.body.childNodes);
  prepare();
};
/** Proves who signs in, and gives the new session its key in the same request. */
const enter = async (path, fields) => {
  const pair = await createKey();
  fields.set('key', await exportKey(pair));
  const response = await fetch(path, { method: 'POST', body: fields });
  const answer = await response.json();
  if (!response.ok) return showProblem(answer.error.message);
  await storeKey(pair);
  return leaveFor(answer.next);
};
const readForm = (form, submitter) => new URLSearchParams(new FormData(form, submitter));
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.dataset.native !== undefined || event.defaultPrevented) return;
  event.preventDefault();
  const { pathname, search } = new URL(form.action);
  const fields = readForm(form, event.submitter);
  void attempt(async () => {
    if (form.dataset.enter !== undefined) return enter(pathname, fields);
    const response = await send(pathname + search, 'POST', fields.toString(), 'application/x-www-form-urlencoded');
    if (pathname === '/sign-out' && response.ok) await removeKey();
    return show(response);
  });
});
/** Disables a removal until the name is typed. */
const prepareNames = () => {
  for (const form of document.querySelectorAll('form[data-confirm-name]')) {
    const plain = (text) => text.normalize('NFC').trim();
    const check = () => {
      form.querySelector('button').disabled = plain(form.elements.typed.value) !== plain(form.dataset.confirmName);
    };
    form.elements.typed.addEventListener('input', check);
    check();
  }
};
`;

const PASSKEYS = `
const readAnswer = async (response) => {
  if (!response.ok) throw new Error('The server did not accept it.');
  return response.json();
};
const enterByPasskey = async (next) => {
  const pair = await createKey();
  const options = await readAnswer(await fetch('/auth/passkey/generate-authenticate-options'));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  await readAnswer(
    await fetch('/auth/passkey/verify-authentication', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-deputize-key': await exportKey(pair) },
      body: JSON.stringify({ response: credential.toJSON() }),
    }),
  );
  await storeKey(pair);
  return leaveFor(next);
};
const addPasskey = async (name) => {
  const options = await readAnswer(await send('/auth/passkey/generate-register-options', 'GET'));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  const body = JSON.stringify({ response: credential.toJSON(), name: name || 'Passkey' });
  await readAnswer(await send('/auth/passkey/verify-registration', 'POST', body, 'application/json'));
  location.reload();
};
document.addEventListener('click', ({ target }) => {
  if (target.id === 'passkey') void attempt(() => enterByPasskey(target.dataset.next));
  if (target.id === 'add-passkey') void attempt(() => addPasskey(byId('passkey-name').value));
});
`;

const START = `
const prepare = () => prepareNames();
const begin = {
  load: async () => show(await send(location.pathname + location.search, 'GET')),
  link: () => enter('/sign-in/link', new URLSearchParams(location.search)),
  finish: () => {
    const fields = new URLSearchParams(location.hash.slice(1));
    // The code is used once; it stays neither in the address nor in the history.
    history.replaceState(null, '', location.pathname);
    return enter('/sign-in/key', fields);
  },
};
const task = byId('task')?.dataset.task;
if (task !== undefined) void attempt(begin[task]);
prepare();
`;

export const SESSION_SCRIPT = `'use strict';\n(() => {\n${KEY_STORE}${SIGNING}${PAGES}${PASSKEYS}${START}\n})();\n`;
