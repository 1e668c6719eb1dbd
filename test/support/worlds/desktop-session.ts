/** A graphical session of the test's own: an X server without a screen, a private D-Bus, and a real notification service whose buttons can be pressed. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface DesktopSession extends AsyncDisposable {
  /** What a program of the session finds in its environment. */
  readonly env: Record<string, string>;
  /** A folder that ends with it. */
  readonly folder: string;
  /** The notifications that were shown and are closed, the newest first. */
  past(): { readonly from: string; readonly title: string; readonly body: string }[];
  /** How many are shown now. */
  count(): number;
  /** Presses the button of the notification that is shown. */
  press(label: string): Promise<void>;
}

/** The same environment without a trace of a session. */
export function withoutSession(): Record<string, string> {
  const env = { ...process.env } as Record<string, string>;
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR']) delete env[name];
  return env;
}

export async function openDesktopSession(): Promise<DesktopSession> {
  const folder = await mkdtemp(join(tmpdir(), 'session-'));
  const children: ChildProcess[] = [];
  const wanted = join(folder, 'wanted');
  await writeFile(join(folder, 'choose'), `#!/bin/sh\ngrep -F "$(cat ${wanted})" | head -1\n`);
  await chmod(join(folder, 'choose'), 0o755);
  await writeFile(join(folder, 'dunstrc'), `[global]\ndmenu = ${join(folder, 'choose')}\nmarkup = full\n`);

  const display = await firstLine(
    children,
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'],
    {},
  );
  const bus = await firstLine(children, 'dbus-daemon', ['--session', '--nofork', '--print-address=1'], {});
  const env = { ...withoutSession(), DISPLAY: `:${display}`, DBUS_SESSION_BUS_ADDRESS: bus };
  children.push(spawn('dunst', ['-conf', join(folder, 'dunstrc')], { env, stdio: 'ignore' }));
  const ask = (...words: string[]): string => spawnSync('dunstctl', words, { env, encoding: 'utf8' }).stdout ?? '';
  await until('the notification service', () => ask('is-paused').includes('false'));
  const newestPast = () => pastOf(ask('history'))[0]?.['id']?.data;
  return {
    env,
    folder,
    count: () => Number(ask('count', 'displayed')),
    past: () =>
      pastOf(ask('history')).map(({ appname, summary, body }) => ({
        from: String(appname?.data ?? ''),
        title: String(summary?.data ?? ''),
        body: String(body?.data ?? ''),
      })),
    async press(label) {
      await until('a notification', () => ask('count', 'displayed').trim() !== '0');
      await writeFile(wanted, label);
      // A press that comes before the notifier knows the id of its notification is lost.
      await pause(700);
      // The list of actions may not have the newest notification yet. A chosen action moves its notification into the past.
      const before = newestPast();
      for (let tries = 0; tries < 10; tries += 1) {
        ask('context');
        for (let looks = 0; looks < 40; looks += 1) {
          if (newestPast() !== before) return;
          await pause(25);
        }
      }
      throw new Error(`the button "${label}": not there`);
    },
    [Symbol.asyncDispose]: async () => {
      for (const child of children.toReversed()) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A headless Wayland session. The compositor refuses to run as root, so root starts it as another user. */
export async function openWaylandSession(): Promise<AsyncDisposable & { readonly env: Record<string, string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'wayland-'));
  const runtime = join(folder, 'run');
  await mkdir(runtime, { mode: 0o700 });
  await writeFile(join(folder, 'config'), '\n');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await chmod(folder, 0o755);
    await chown(runtime, NOBODY, NOBODY);
  }
  const asNobody = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups', 'sway'];
  const [program, before] = isRoot ? (['setpriv', asNobody] as const) : (['sway', []] as const);
  const env = { ...withoutSession(), XDG_RUNTIME_DIR: runtime };
  const child = spawn(program, [...before, '-c', join(folder, 'config')], {
    env: { ...env, WLR_BACKENDS: 'headless', WLR_LIBINPUT_NO_DEVICES: '1', WLR_RENDERER: 'pixman' },
    stdio: 'ignore',
  });
  await until('the Wayland session', () => existsSync(join(runtime, 'wayland-1')));
  return {
    env: { ...env, WAYLAND_DISPLAY: 'wayland-1' },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const NOBODY = 65_534;

function firstLine(
  children: ChildProcess[],
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<string> {
  const child = spawn(program, args, { env: { ...withoutSession(), ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${program} did not start`)));
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8').trim()));
  });
}

type PastNotification = Record<string, { data: string | number }>;

/** Newest first. */
function pastOf(history: string): PastNotification[] {
  return (JSON.parse(history) as { data: [PastNotification[]] }).data[0];
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (isSo()) return;
    await pause(25);
  }
  throw new Error(`${what}: not there`);
}

/** Of a process: how it was started and which variables it was given. */
export function environmentOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
}
