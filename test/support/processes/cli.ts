/** The real program, as a person starts it: one command, or the server until it is stopped or killed. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

import { quickStart } from '../crash/crash-process.ts';
import { onJsonLine } from './line-reader.ts';

const program = fileURLToPath(new URL('../../../bin/deputize.mjs', import.meta.url));

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function deputize(...words: string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...words], { env: quickStart, cwd: tmpdir() }, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (typeof code === 'number') resolve({ code, stdout, stderr });
      else reject(error ?? new Error('no exit code'));
    });
  });
}

/** A command that must succeed and answers with one JSON object. */
export async function deputizeJson<T>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await deputize(...words, '--json');
  if (code !== 0) throw new Error(`deputize ${words.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}

export async function accessToken(data: string, scope: 'agent' | 'person'): Promise<string> {
  return (await deputizeJson<{ token: string }>('token', 'create', '--scope', scope, '--data', data)).token;
}

export interface RunningServer {
  readonly url: string;
  /** The end of what it has written to its log. */
  readonly log: () => string;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export async function startServer(
  data: string,
  workspace: string,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const words = ['start', '--port', '0', '--data', data, '--workspace', workspace, '--json'];
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...quickStart, ...env },
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-100_000)));
  const closed = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    onJsonLine<{ url: string }>(child.stdout, (ready) => resolve(ready.url));
    void closed.then(() => reject(new Error(`The server did not start:\n${complaints}`)));
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await closed;
  };
  return { url, log: () => complaints, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** One request. Fails, as fetch does, when the server dies before it has answered. */
export async function ask<T>(url: string, path: string, token: string, body?: unknown): Promise<Answer<T>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(
    url + path,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  return { status: response.status, body: (await response.json()) as T };
}
