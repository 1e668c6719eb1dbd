/**
 * The Worker from the command line:
 *   npm run dev:worker                        runs it on this machine, with local D1 and R2
 *   npm run deploy:worker                     deploys it, with separate keys
 *   node scripts/worker.ts sign-in [--local]  prints a link that signs its owner in
 *   node scripts/worker.ts token [NAME] [--local]  prints an access token for an agent
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { makeSigningKey } from '../src/connectors/secrets/signing-key.ts';

interface Keys {
  readonly SIGNING_KEY: string;
  readonly SETUP_KEY: string;
}

const LOCAL_KEYS = '.dev.vars';
const DEPLOYED_KEYS = '.worker-keys.json';
const PORT = process.env['PORT'] ?? '8787';
const WRANGLER = ['node_modules/wrangler/bin/wrangler.js'];
const env = { ...process.env, WRANGLER_SEND_METRICS: 'false' };

const newKeys = async (): Promise<Keys> => ({
  SIGNING_KEY: JSON.stringify(await makeSigningKey()),
  SETUP_KEY: randomBytes(32).toString('base64url'),
});
const keep = (file: string, text: string): void => writeFileSync(file, text, { mode: 0o600 });

async function localKeys(): Promise<Keys> {
  if (!existsSync(LOCAL_KEYS)) {
    const made = Object.entries(await newKeys()).map(([name, value]) => `${name}='${value}'\n`);
    keep(LOCAL_KEYS, made.join(''));
  }
  const lines = readFileSync(LOCAL_KEYS, 'utf8').split('\n');
  const value = (name: string): string =>
    lines
      .find((line) => line.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replaceAll(/^'|'$/g, '') ?? '';
  return { SIGNING_KEY: value('SIGNING_KEY'), SETUP_KEY: value('SETUP_KEY') };
}

async function dev(): Promise<void> {
  const { SETUP_KEY } = await localKeys();
  const child = spawn(process.execPath, [...WRANGLER, 'dev', '--port', PORT, '--test-scheduled'], {
    // Otherwise it asks Cloudflare what its own requests look like.
    env: { ...env, CLOUDFLARE_CF_FETCH_ENABLED: 'false' },
    stdio: 'inherit',
  });
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  let isOver = false;
  void ended.then(() => (isOver = true));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const url = `http://127.0.0.1:${PORT}`;
  while (!isOver && !(await isListening(url))) await pause(500);
  if (!isOver) process.stdout.write(`\nSign in: ${String((await ask(url, SETUP_KEY, 'sign-in-link'))['url'])}\n\n`);
  process.exitCode = await ended;
}

/** Whatever it answers: that it answers at all. */
function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
}

async function deploy(): Promise<void> {
  const { keys, isNew } = existsSync(DEPLOYED_KEYS)
    ? { keys: JSON.parse(readFileSync(DEPLOYED_KEYS, 'utf8')) as Keys, isNew: false }
    : { keys: await newKeys(), isNew: true };
  keep(DEPLOYED_KEYS, `${JSON.stringify(keys, undefined, 2)}\n`);
  wrangler(['deploy']);
  if (isNew) for (const [name, value] of Object.entries(keys)) wrangler(['secret', 'put', name], value);
  process.stdout.write(
    `\nDeployed. ${DEPLOYED_KEYS} holds its keys: keep it, and keep it to yourself.\n` +
      'Set ORIGIN in wrangler.jsonc to the address above, deploy again, then: node scripts/worker.ts sign-in\n',
  );
}

function wrangler(args: readonly string[], input?: string): void {
  const stdio = [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'] as const;
  const { status } = spawnSync(process.execPath, [...WRANGLER, ...args], { env, input, stdio: [...stdio] });
  if (status !== 0) throw new Error(`wrangler ${args[0]} ended with ${status}`);
}

async function ask(url: string, key: string, what: string, body: object = {}): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/setup/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

async function reached(isLocal: boolean): Promise<[url: string, key: string]> {
  if (isLocal) return [`http://127.0.0.1:${PORT}`, (await localKeys()).SETUP_KEY];
  const origin = /"ORIGIN":\s*"([^"]+)"/.exec(readFileSync('wrangler.jsonc', 'utf8'))?.[1];
  if (!origin || !existsSync(DEPLOYED_KEYS)) throw new Error(`It needs ORIGIN in wrangler.jsonc and ${DEPLOYED_KEYS}.`);
  return [origin, (JSON.parse(readFileSync(DEPLOYED_KEYS, 'utf8')) as Keys).SETUP_KEY];
}

const [verb, ...rest] = process.argv.slice(2);
const isLocal = rest.includes('--local');
const [name = 'agent'] = rest.filter((word) => !word.startsWith('--'));
process.chdir(new URL('..', import.meta.url).pathname);
switch (verb) {
  case 'dev':
    await dev();
    break;
  case 'deploy':
    await deploy();
    break;
  case 'sign-in':
    process.stdout.write(`${String((await ask(...(await reached(isLocal)), 'sign-in-link'))['url'])}\n`);
    break;
  case 'token':
    process.stdout.write(`${String((await ask(...(await reached(isLocal)), 'tokens', { name }))['token'])}\n`);
    break;
  default:
    process.stderr.write('dev, deploy, sign-in [--local] or token [NAME] [--local]\n');
    process.exitCode = 2;
}
