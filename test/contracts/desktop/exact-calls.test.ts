/** The exact programs that the connectors of each system would run: for those that cannot be had here, this is all that is known of them. */
import { describe, expect, test } from 'vitest';

import { linux } from '../../../src/connectors/desktop/linux.ts';
import { macos } from '../../../src/connectors/desktop/macos.ts';
import type { ProgramEnd, ProgramRun, ProgramRunner } from '../../../src/connectors/desktop/run-program.ts';
import { scopedApps } from '../../../src/connectors/desktop/scoped-apps.ts';
import { powershell, windows } from '../../../src/connectors/desktop/windows.ts';
import type { DesktopNotification } from '../../../src/ports/desktop.ts';

const { signal } = new AbortController();

/** Records the started programs, and returns the given answers. */
function recorder(answers: readonly string[] = [], installed?: readonly string[]) {
  const calls: { program: string; args: readonly string[]; input: string | undefined }[] = [];
  const left = [...answers];
  const programs: ProgramRunner = {
    run: (program: string, args: readonly string[], { input }: ProgramRun): Promise<ProgramEnd> => {
      calls.push({ program, args, input: input && Buffer.from(input).toString('utf8') });
      return Promise.resolve({ code: 0, stdout: Buffer.from(left.shift() ?? ''), stderr: '' });
    },
    launch: (program, args) => {
      calls.push({ program, args, input: 'launched' });
      return Promise.resolve({ pid: 7 });
    },
    find: (program) =>
      !installed || installed.includes(program) ? `/bin/${program.replace(/^\/bin\//, '')}` : undefined,
  };
  return { programs, calls };
}

const hostile = `"; do evil & 'x' $(id) \`id\` -e`;
const notice: DesktopNotification = {
  ...{ from: 'assistant', title: hostile, body: `<b>${hostile}</b>`, urgency: 'normal', waitMs: 30_000 },
  actions: [
    { id: 'yes', label: 'Do it' },
    { id: 'no', label: 'Leave it' },
  ],
};
const decode = (args: readonly string[]): string => Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le');

describe('D5: Linux', () => {
  test('the session decides between X11 and Wayland', async () => {
    const x11 = recorder(['UTF8_STRING\n', 'hi']);
    await linux(x11.programs, { DISPLAY: ':0' }).clipboard.read('text', { maxBytes: 10, signal });
    expect(x11.calls.map(({ program, args }) => [program, ...args].join(' '))).toEqual([
      'xclip -selection clipboard -t TARGETS -o',
      'xclip -selection clipboard -t UTF8_STRING -o',
    ]);
    const wayland = recorder(['text/html\n', '<p>']);
    await linux(wayland.programs, { DISPLAY: ':0', WAYLAND_DISPLAY: 'w' }).clipboard.read('html', {
      maxBytes: 10,
      signal,
    });
    expect(wayland.calls.map(({ program, args }) => [program, ...args].join(' '))).toEqual([
      'wl-paste --list-types',
      'wl-paste --no-newline --type text/html',
    ]);
  });

  test('notification text is separate from options, and its markup is escaped', async () => {
    const { programs, calls } = recorder(['no\n']);
    const chosen = await linux(programs, { DBUS_SESSION_BUS_ADDRESS: 'x' }).notifications.show(notice, signal);
    expect(chosen).toBe('no');
    const body = `&lt;b&gt;${hostile.replaceAll('&', '&amp;')}&lt;/b&gt;`;
    expect(calls[0]).toMatchObject({
      program: 'notify-send',
      args: [
        ...[
          '--app-name=Assistant',
          '--urgency=normal',
          '--expire-time=30000',
          '--action=yes=Do it',
          '--action=no=Leave it',
        ],
        ...['--wait', '--', `Assistant: ${hostile}`, body],
      ],
    });
  });

  test('without D-Bus the remedy is named', async () => {
    const { programs } = recorder();
    await expect(linux(programs, {}).notifications.show(notice, signal)).rejects.toMatchObject({
      code: 'NOT_AVAILABLE',
    });
    const none = recorder([], []);
    await expect(linux(none.programs, {}).notifications.show(notice, signal)).rejects.toMatchObject({
      details: { remedy: 'apt-get install libnotify-bin' },
    });
  });

  test('programs are started as they are', async () => {
    const { programs, calls } = recorder();
    const apps = scopedApps(['gedit'], linux(programs, {}).launcher, programs);
    expect(await apps.open(await apps.find('gedit'), [hostile], signal)).toEqual({ pid: 7 });
    expect(calls).toEqual([{ program: '/bin/gedit', args: [hostile], input: 'launched' }]);
    expect(() => apps.find('sh')).toThrow('not one of the applications');
  });
});

describe('D5: macOS', () => {
  test('the clipboard by pbcopy, pbpaste and osascript', async () => {
    const { programs, calls } = recorder(['', 'string, 3', 'abc', '«class HTML», 4', '«data HTML3C703E»', '']);
    const { clipboard } = macos(programs);
    await clipboard.write('text', Buffer.from(hostile), signal);
    await clipboard.read('text', { maxBytes: 10, signal });
    const html = await clipboard.read('html', { maxBytes: 10, signal });
    expect(Buffer.from(html ?? '').toString('utf8')).toBe('<p>');
    await clipboard.write('image', Buffer.from([1, 0xab]), signal);
    expect(calls).toEqual([
      { program: '/usr/bin/pbcopy', args: [], input: hostile },
      { program: '/usr/bin/osascript', args: ['-e', 'clipboard info'], input: undefined },
      { program: '/usr/bin/pbpaste', args: ['-Prefer', 'txt'], input: undefined },
      { program: '/usr/bin/osascript', args: ['-e', 'clipboard info'], input: undefined },
      { program: '/usr/bin/osascript', args: ['-e', 'the clipboard as «class HTML»'], input: undefined },
      { program: '/usr/bin/osascript', args: ['-'], input: 'set the clipboard to «data PNGf01AB»' },
    ]);
  });

  test('notification text is passed in arguments and never in a script', async () => {
    const { programs, calls } = recorder(['Leave it\n', '']);
    const { notifications } = macos(programs);
    expect(await notifications.show(notice, signal)).toBe('no');
    expect(await notifications.show({ ...notice, actions: [] }, signal)).toBeNull();
    const [asked, told] = calls;
    expect(asked?.args.slice(2)).toEqual([`Assistant: ${hostile}`, notice.body, '30', 'Do it', 'Leave it']);
    expect(told?.args.slice(2)).toEqual([`Assistant: ${hostile}`, notice.body]);
    for (const { args } of calls) expect(args[1]).not.toContain('evil');
  });

  test('applications by open, with their arguments after --args', async () => {
    const { programs, calls } = recorder();
    const apps = scopedApps(['TextEdit'], macos(programs).launcher, programs);
    await apps.open(await apps.find('TextEdit'), [hostile], signal);
    expect(calls).toEqual([
      { program: '/usr/bin/open', args: ['-a', 'TextEdit', '--args', hostile], input: undefined },
    ]);
  });
});

describe('D5: Windows', () => {
  test('the clipboard by PowerShell, with its content on standard input', async () => {
    const { programs, calls } = recorder(['', 'text\r\nimage\r\n', Buffer.from('hé').toString('base64')]);
    const { clipboard } = windows(programs);
    await clipboard.write('text', Buffer.from(hostile), signal);
    const text = await clipboard.read('text', { maxBytes: 10, signal });
    expect(Buffer.from(text ?? '').toString('utf8')).toBe('hé');
    for (const { program, args } of calls) {
      expect(program).toBe('powershell.exe');
      expect(args.slice(0, 4)).toEqual(['-NoProfile', '-NonInteractive', '-STA', '-EncodedCommand']);
      expect(decode(args)).not.toContain('evil');
    }
    expect(JSON.parse(calls[0]?.input ?? '')).toEqual({
      format: 'text',
      base64: Buffer.from(hostile).toString('base64'),
    });
    expect(decode(calls[2]?.args ?? [])).toContain('[Windows.Forms.Clipboard]::GetText');
    expect(decode(powershell('é'))).toBe('é');
  });

  test('a question is a message box that explains its buttons', async () => {
    const { programs, calls } = recorder(['second\r\n']);
    expect(await windows(programs).notifications.show(notice, signal)).toBe('no');
    const told = JSON.parse(calls[0]?.input ?? '') as { body: string; title: string; seconds: number };
    expect(told).toMatchObject({ title: `Assistant: ${hostile}`, seconds: 30 });
    expect(told.body).toContain('Yes: Do it\nNo: Leave it');
  });

  test('programs are started as they are', async () => {
    const { programs, calls } = recorder([], ['notepad.exe']);
    const apps = scopedApps(['notepad'], windows(programs).launcher, programs);
    await apps.open(await apps.find('notepad'), [hostile], signal);
    expect(calls).toEqual([{ program: '/bin/notepad.exe', args: [hostile], input: 'launched' }]);
  });
});
