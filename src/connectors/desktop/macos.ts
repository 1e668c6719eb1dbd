/** The desktop of macOS, by the programs that come with it. */
import type { SystemClipboard, ClipboardFormat, DesktopNotifier } from '../../ports/desktop.ts';
import { PortError } from '../../ports/port-error.ts';
import type { DesktopPlatform } from './platform.ts';
import { expectSuccess, type ProgramRunner } from './run-program.ts';

const OSASCRIPT = '/usr/bin/osascript';
const CLASSES: Readonly<Record<Exclude<ClipboardFormat, 'text'>, string>> = {
  html: '«class HTML»',
  image: '«class PNGf»',
};

// Texts are passed as arguments, never in the script, so that no text can end a string of the script.
const NOTIFY = 'on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run';
const ASK = `on run argv
set choices to items 4 thru -1 of argv
set answer to display alert (item 1 of argv) message (item 2 of argv) buttons choices giving up after ((item 3 of argv) as integer)
if gave up of answer then return ""
return button returned of answer
end run`;

export function macos(programs: ProgramRunner): DesktopPlatform {
  return {
    clipboard: clipboard(programs),
    notifications: notifications(programs),
    launcher: {
      remedy: 'install it, or correct desktop.scopes.apps in deputize.yaml',
      resolve: (name) =>
        name.startsWith('/')
          ? { target: name, command: [name] }
          : { target: `the application ${name}`, command: ['/usr/bin/open', '-a', name, '--args'] },
    },
  };
}

function clipboard(programs: ProgramRunner): SystemClipboard {
  const script = async (lines: string, signal: AbortSignal, maxBytes?: number): Promise<string> => {
    const end = await programs.run(OSASCRIPT, ['-e', lines], { signal, maxBytes });
    expectSuccess('osascript', end);
    return Buffer.from(end.stdout).toString('utf8').trim();
  };
  const formats = async (signal: AbortSignal): Promise<ClipboardFormat[]> => {
    const info = await script('clipboard info', signal);
    const found: ClipboardFormat[] = [];
    if (/string|«class utf8»|Unicode text/.test(info)) found.push('text');
    if (info.includes(CLASSES.html)) found.push('html');
    if (info.includes(CLASSES.image)) found.push('image');
    return found;
  };
  return {
    formats,
    async read(format, { maxBytes, signal }) {
      if (!(await formats(signal)).includes(format)) return undefined;
      if (format === 'text') {
        const end = await programs.run('/usr/bin/pbpaste', ['-Prefer', 'txt'], { signal, maxBytes });
        expectSuccess('pbpaste', end);
        return end.stdout;
      }
      // osascript prints «data HTML3C68…», two hexadecimal digits per byte.
      const output = await script(`the clipboard as ${CLASSES[format]}`, signal, maxBytes * 2 + 100);
      const [, digits] = /«data \w{4}([0-9A-F]*)»/.exec(output) ?? [];
      if (digits === undefined) throw new PortError('NOT_AVAILABLE', 'The clipboard could not be read.');
      return Buffer.from(digits, 'hex');
    },
    async write(format, input, signal) {
      if (format === 'text') {
        expectSuccess('pbcopy', await programs.run('/usr/bin/pbcopy', [], { input, signal }));
        return;
      }
      const kind = format === 'html' ? 'HTML' : 'PNGf';
      // By standard input: an image is longer than a command line may be.
      const lines = Buffer.from(
        `set the clipboard to «data ${kind}${Buffer.from(input).toString('hex').toUpperCase()}»`,
      );
      expectSuccess('osascript', await programs.run(OSASCRIPT, ['-'], { input: lines, signal }));
    },
  };
}

function notifications(programs: ProgramRunner): DesktopNotifier {
  return {
    hasActions: true,
    async show({ from, title, body, actions, waitMs }, signal) {
      const head = `${from === 'deputize' ? 'Deputize' : 'Assistant'}: ${title}`;
      const seconds = String(Math.max(1, Math.round(waitMs / 1_000)));
      const labels = actions.map(({ label }) => label);
      const args = actions.length === 0 ? ['-e', NOTIFY, head, body] : ['-e', ASK, head, body, seconds, ...labels];
      const end = await programs.run(OSASCRIPT, args, { signal });
      expectSuccess('osascript', end);
      const chosen = Buffer.from(end.stdout).toString('utf8').trim();
      return actions.find(({ label }) => label === chosen)?.id ?? null;
    },
  };
}
