/** The one script of the server-rendered pages: a passkey can be asked for by a script alone. */
export const PASSKEY_SCRIPT = `'use strict';
const ask = async (path, body) => {
  const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch('/auth/passkey/' + path, sent);
  if (!response.ok) throw new Error('The server did not accept it.');
  return response.json();
};
const enter = async (next) => {
  const options = await ask('generate-authenticate-options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  await ask('verify-authentication', { response: credential.toJSON() });
  location.assign(next);
};
const add = async (name) => {
  const options = await ask('generate-register-options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  await ask('verify-registration', { response: credential.toJSON(), name: name || 'Passkey' });
  location.reload();
};
const on = (id, work) => {
  const button = document.getElementById(id);
  if (button === null) return;
  const problem = document.getElementById('passkey-problem');
  button.addEventListener('click', async () => {
    problem.hidden = true;
    try {
      await work(button);
    } catch (error) {
      problem.textContent = 'That did not work. ' + error.message;
      problem.hidden = false;
    }
  });
};
on('passkey', (button) => enter(button.dataset.next));
on('add-passkey', () => add(document.getElementById('passkey-name').value));
`;
