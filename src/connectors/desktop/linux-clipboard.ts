/** The clipboard of Linux: by wl-clipboard in a Wayland session, by xclip or xsel in an X11 session. */
import { setTimeout as pause } from 'node:timers/promises';

import type { SystemClipboard, ClipboardFormat } from '../../ports/desktop.ts';
import { PortError } from '../../ports/port-error.ts';
import { expectSuccess, notAvailableError, type ProgramRunner } from './run-program.ts';

const TYPES: Readonly<Record<ClipboardFormat, string>> = { text: 'text/plain', html: 'text/html', image: 'image/png' };
/** The names of plain text in X11. */
const TEXT_TARGETS = ['text/plain', 'text/plain;charset=utf-8', 'UTF8_STRING', 'STRING', 'TEXT'];

export function linuxClipboard(programs: ProgramRunner, env: NodeJS.ProcessEnv): SystemClipboard {
  const choose = (): SystemClipboard => {
    if (env['WAYLAND_DISPLAY']) {
      if (programs.find('wl-copy') && programs.find('wl-paste')) return wayland(programs);
      throw notAvailableError('The clipboard of a Wayland session needs wl-clipboard.', 'apt-get install wl-clipboard');
    }
    if (!env['DISPLAY'])
      throw notAvailableError(
        'There is no display, and so no clipboard.',
        'start "deputize automation" in a graphical session',
      );
    if (programs.find('xclip')) return xclip(programs);
    if (programs.find('xsel')) return xsel(programs);
    throw notAvailableError('The clipboard of an X11 session needs xclip.', 'apt-get install xclip');
  };
  return {
    formats: async (signal) => choose().formats(signal),
    read: async (format, options) => choose().read(format, options),
    write: async (format, bytes, signal) => choose().write(format, bytes, signal),
  };
}

/** Finds which of our formats a list of types contains. */
function toFormats(types: readonly string[]): ClipboardFormat[] {
  const known = new Set(types.map((type) => type.trim()));
  const found: ClipboardFormat[] = [];
  if (TEXT_TARGETS.some((target) => known.has(target))) found.push('text');
  if (known.has(TYPES.html)) found.push('html');
  if (known.has(TYPES.image)) found.push('image');
  return found;
}

function xclip(programs: ProgramRunner): SystemClipboard {
  const selection = ['-selection', 'clipboard'];
  const formats = async (signal: AbortSignal): Promise<ClipboardFormat[]> => {
    const end = await programs.run('xclip', [...selection, '-t', 'TARGETS', '-o'], { signal });
    // xclip exits with an error for an empty clipboard too. Only other errors, such as a missing display, are failures.
    if (end.code !== 0 && !/target|no owner/i.test(end.stderr)) expectSuccess('xclip', end);
    return end.code === 0 ? toFormats(Buffer.from(end.stdout).toString('utf8').split('\n')) : [];
  };
  const targetOf = (format: ClipboardFormat): string => (format === 'text' ? 'UTF8_STRING' : TYPES[format]);
  const read: SystemClipboard['read'] = async (format, { maxBytes, signal }) => {
    if (!(await formats(signal)).includes(format)) return undefined;
    const end = await programs.run('xclip', [...selection, '-t', targetOf(format), '-o'], { signal, maxBytes });
    expectSuccess('xclip', end);
    return end.stdout;
  };
  return {
    formats,
    read,
    async write(format, input, signal) {
      const args = [...selection, '-t', targetOf(format), '-i'];
      expectSuccess('xclip', await programs.run('xclip', args, { input, signal, staysBehind: true }));
      await waitForContent('xclip', input, () => read(format, { maxBytes: input.length, signal }), signal);
    },
  };
}

const LOOKS = 100;
const LOOK_MS = 20;

/** The X11 programs go into the background first and take over the clipboard afterwards. */
async function waitForContent(
  program: string,
  input: Uint8Array,
  read: () => Promise<Uint8Array | undefined>,
  signal: AbortSignal,
): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const now = await read().catch(() => undefined);
    if (now && Buffer.compare(now, input) === 0) return;
    await pause(LOOK_MS, undefined, { signal });
  }
  throw new PortError('NOT_AVAILABLE', `${program} did not take the clipboard over.`);
}

/** xsel sends longer content in pieces, and often loses it when the reading program has ended. */
const XSEL_MOST = 4_000;

/** xsel supports text only. */
function xsel(programs: ProgramRunner): SystemClipboard {
  const read = async (maxBytes: number, signal: AbortSignal): Promise<Uint8Array> => {
    const end = await programs.run('xsel', ['--clipboard', '--output'], { signal, maxBytes });
    expectSuccess('xsel', end);
    return end.stdout;
  };
  return {
    formats: async (signal) => {
      const isEmpty = await read(1, signal).then(
        ({ length }) => length === 0,
        (error: unknown) => {
          if (error instanceof PortError && error.code === 'TOO_LARGE') return false;
          throw error;
        },
      );
      return isEmpty ? [] : ['text'];
    },
    async read(format, { maxBytes, signal }) {
      if (format !== 'text') return undefined;
      const bytes = await read(maxBytes, signal);
      return bytes.length > 0 ? bytes : undefined;
    },
    async write(format, input, signal) {
      if (format !== 'text') throw notAvailableError('xsel knows text only.', 'apt-get install xclip');
      if (input.length > XSEL_MOST)
        throw notAvailableError(`xsel does not keep texts of more than ${XSEL_MOST} bytes.`, 'apt-get install xclip');
      const end = await programs.run('xsel', ['--clipboard', '--input'], { input, signal, staysBehind: true });
      expectSuccess('xsel', end);
      await waitForContent('xsel', input, () => read(input.length, signal), signal);
    },
  };
}

function wayland(programs: ProgramRunner): SystemClipboard {
  const formats = async (signal: AbortSignal): Promise<ClipboardFormat[]> => {
    const end = await programs.run('wl-paste', ['--list-types'], { signal });
    if (end.code !== 0 && !/nothing is copied|no selection/i.test(end.stderr)) expectSuccess('wl-paste', end);
    return end.code === 0 ? toFormats(Buffer.from(end.stdout).toString('utf8').split('\n')) : [];
  };
  return {
    formats,
    async read(format, { maxBytes, signal }) {
      if (!(await formats(signal)).includes(format)) return undefined;
      const type = format === 'text' ? 'text' : TYPES[format];
      const end = await programs.run('wl-paste', ['--no-newline', '--type', type], { signal, maxBytes });
      expectSuccess('wl-paste', end);
      return end.stdout;
    },
    async write(format, input, signal) {
      const type = format === 'text' ? 'text/plain;charset=utf-8' : TYPES[format];
      const end = await programs.run('wl-copy', ['--type', type], { input, signal, staysBehind: true });
      expectSuccess('wl-copy', end);
    },
  };
}
