/** One suite for the clipboards that can be had here, each a real one: xclip and xsel under X11, wl-clipboard under Wayland. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { linuxClipboard } from '../../../src/connectors/desktop/linux-clipboard.ts';
import { systemPrograms, type ProgramRunner } from '../../../src/connectors/desktop/run-program.ts';
import type { SystemClipboard, ClipboardFormat } from '../../../src/ports/desktop.ts';
import { openDesktopSession, openWaylandSession, withoutSession } from '../../support/worlds/desktop-session.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const { signal } = new AbortController();
const read = async (clipboard: SystemClipboard, format: ClipboardFormat) => {
  const bytes = await clipboard.read(format, { maxBytes: 10_000, signal });
  return bytes && Buffer.from(bytes);
};

/** As if only these were installed. */
function only(programs: ProgramRunner, ...names: string[]): ProgramRunner {
  return { ...programs, find: (name) => (names.includes(name) ? programs.find(name) : undefined) };
}

const kinds = [
  { name: 'xclip', open: openDesktopSession, programs: ['xclip'], formats: ['text', 'html', 'image'] },
  { name: 'xsel', open: openDesktopSession, programs: ['xsel'], formats: ['text'] },
  {
    name: 'wl-clipboard',
    open: openWaylandSession,
    programs: ['wl-copy', 'wl-paste'],
    formats: ['text', 'html', 'image'],
  },
] as const;

describe.each(kinds)('D5: the clipboard by $name', ({ name, open, programs, formats }) => {
  let session: Awaited<ReturnType<typeof open>>;
  let clipboard: SystemClipboard;
  beforeAll(async () => {
    session = await open();
    clipboard = linuxClipboard(only(systemPrograms(session.env), ...programs), session.env);
  });
  afterAll(() => session[Symbol.asyncDispose]());

  test('holds nothing at first', async () => {
    expect(await clipboard.formats(signal)).toEqual([]);
    expect(await read(clipboard, 'text')).toBeUndefined();
  });

  test('gives back text as it was, whatever it is', async () => {
    for (const text of ['plain', 'ünï\ncode 😀\n', '-t --help $(id)', ' \t']) {
      await clipboard.write('text', Buffer.from(text), signal);
      expect((await read(clipboard, 'text'))?.toString('utf8')).toBe(text);
      expect(await clipboard.formats(signal)).toEqual(['text']);
    }
  });

  test('gives back HTML and pictures byte by byte, or says that it cannot', async () => {
    for (const [format, bytes] of [
      ['html', Buffer.from('<b>bold</b>')],
      ['image', PNG],
    ] as const) {
      if ((formats as readonly string[]).includes(format)) {
        await clipboard.write(format, bytes, signal);
        expect(await read(clipboard, format)).toEqual(bytes);
        expect(await clipboard.formats(signal)).toContain(format);
      } else {
        await expect(clipboard.write(format, bytes, signal)).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
        expect(await read(clipboard, format)).toBeUndefined();
      }
    }
  });

  test('is not read beyond what was asked for', async () => {
    await clipboard.write('text', Buffer.alloc(3_000, 'x'), signal);
    const little = clipboard.read('text', { maxBytes: 2_000, signal });
    await expect(little).rejects.toMatchObject({ code: 'TOO_LARGE' });
    for (let look = 0; look < 5; look += 1) expect(await read(clipboard, 'text')).toHaveLength(3_000);
  });

  test('keeps what is long, or says that it cannot', async () => {
    const long = Buffer.alloc(9_000, 'x');
    if (name === 'xsel') {
      await expect(clipboard.write('text', long, signal)).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
      return;
    }
    await clipboard.write('text', long, signal);
    for (let look = 0; look < 5; look += 1) expect(await read(clipboard, 'text')).toEqual(long);
  });

  test('is left when it is no longer wanted', async () => {
    await expect(clipboard.formats(AbortSignal.abort(new Error('no')))).rejects.toThrow('no');
  });
});

describe('D5: what is missing', () => {
  const env = withoutSession();
  const programs = systemPrograms(env);
  test.each([
    [{}, [], 'start "deputize automation" in a graphical session'],
    [{ DISPLAY: ':0' }, [], 'apt-get install xclip'],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, [], 'apt-get install wl-clipboard'],
  ])('is named with its remedy: %j', async (session, names, remedy) => {
    const clipboard = linuxClipboard(only(programs, ...names), session);
    await expect(clipboard.formats(signal)).rejects.toMatchObject({ code: 'NOT_AVAILABLE', details: { remedy } });
  });

  test('a missing display is an error, not an empty clipboard', async () => {
    const gone = { ...env, DISPLAY: ':9999' };
    const clipboard = linuxClipboard(systemPrograms(gone), gone);
    await expect(clipboard.formats(signal)).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
  });
});
