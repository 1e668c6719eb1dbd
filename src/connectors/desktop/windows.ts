/** The desktop of Windows, by PowerShell. Texts are passed by standard input as JSON, never in the script. */
import type { SystemClipboard, ClipboardFormat, DesktopNotifier } from '../../ports/desktop.ts';
import type { DesktopPlatform } from './platform.ts';
import { expectSuccess, type ProgramEnd, type ProgramRunner } from './run-program.ts';

const POWERSHELL = 'powershell.exe';
const READ_INPUT = '$in = [Console]::In.ReadToEnd() | ConvertFrom-Json;';
const FORMS = 'Add-Type -AssemblyName System.Windows.Forms, System.Drawing;';

/** Content is printed as Base64, so that the console changes no byte of it. */
const SCRIPTS = {
  formats: `${FORMS} $c = [Windows.Forms.Clipboard]; if ($c::ContainsText()) {'text'}; if ($c::ContainsText('Html')) {'html'}; if ($c::ContainsImage()) {'image'}`,
  text: `${FORMS} [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes([Windows.Forms.Clipboard]::GetText('UnicodeText')))`,
  html: `${FORMS} [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes([Windows.Forms.Clipboard]::GetText('Html')))`,
  image: `${FORMS} $m = New-Object IO.MemoryStream; [Windows.Forms.Clipboard]::GetImage().Save($m, [Drawing.Imaging.ImageFormat]::Png); [Convert]::ToBase64String($m.ToArray())`,
  write: `${FORMS} ${READ_INPUT} $b = [Convert]::FromBase64String($in.base64); switch ($in.format) { 'text' { [Windows.Forms.Clipboard]::SetText([Text.Encoding]::UTF8.GetString($b), 'UnicodeText') } 'html' { [Windows.Forms.Clipboard]::SetText([Text.Encoding]::UTF8.GetString($b), 'Html') } 'image' { [Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromStream((New-Object IO.MemoryStream(,$b)))) } }`,
  notify: `${FORMS} ${READ_INPUT} $n = New-Object Windows.Forms.NotifyIcon; $n.Icon = [Drawing.SystemIcons]::Information; $n.Visible = $true; $n.ShowBalloonTip($in.waitMs, $in.title, $in.body, 'Info'); Start-Sleep -Milliseconds $in.waitMs; $n.Dispose()`,
  ask: `${FORMS} ${READ_INPUT} $w = New-Object -ComObject WScript.Shell; switch ($w.Popup($in.body, $in.seconds, $in.title, 4 + 32 + 256)) { 6 {'first'} 7 {'second'} }`,
} as const;

/** A script is passed in PowerShell's encoded form, so that no quoting rules apply. */
export function powershell(script: string): string[] {
  const encoded = Buffer.from(script, 'utf16le').toString('base64');
  return ['-NoProfile', '-NonInteractive', '-STA', '-EncodedCommand', encoded];
}

export function windows(programs: ProgramRunner): DesktopPlatform {
  const run = async (
    script: keyof typeof SCRIPTS,
    signal: AbortSignal,
    values?: object,
    maxBytes?: number,
  ): Promise<ProgramEnd> => {
    const input = values === undefined ? undefined : Buffer.from(JSON.stringify(values));
    const end = await programs.run(POWERSHELL, powershell(SCRIPTS[script]), { signal, input, maxBytes });
    expectSuccess('PowerShell', end);
    return end;
  };
  const said = ({ stdout }: ProgramEnd): string => Buffer.from(stdout).toString('utf8').trim();
  const formats = async (signal: AbortSignal): Promise<ClipboardFormat[]> => {
    const names = said(await run('formats', signal)).split(/\s+/);
    return (['text', 'html', 'image'] as const).filter((format) => names.includes(format));
  };
  const clipboard: SystemClipboard = {
    formats,
    async read(format, { maxBytes, signal }) {
      if (!(await formats(signal)).includes(format)) return undefined;
      return Buffer.from(said(await run(format, signal, undefined, Math.ceil(maxBytes / 3) * 4 + 10)), 'base64');
    },
    async write(format, bytes, signal) {
      await run('write', signal, { format, base64: Buffer.from(bytes).toString('base64') });
    },
  };
  const notifications: DesktopNotifier = {
    hasActions: true,
    async show({ from, title, body, actions, waitMs }, signal) {
      const head = `${from === 'deputize' ? 'Deputize' : 'Assistant'}: ${title}`;
      const [first, second] = actions;
      if (first === undefined) {
        await run('notify', signal, { title: head, body, waitMs: Math.min(waitMs, 10_000) });
        return null;
      }
      // The box has only Yes and No, for the first two choices. Its text says what each means.
      const means = `Yes: ${first.label}${second ? `\nNo: ${second.label}` : ''}`;
      const values = { title: head, body: `${body}\n\n${means}`, seconds: Math.max(1, Math.round(waitMs / 1_000)) };
      const chosen = said(await run('ask', signal, values));
      return chosen === 'first' ? first.id : chosen === 'second' ? (second?.id ?? null) : null;
    },
  };
  return {
    clipboard,
    notifications,
    launcher: {
      remedy: 'install it, or correct desktop.scopes.apps in deputize.yaml',
      resolve(name) {
        const program = programs.find(name) ?? programs.find(`${name}.exe`);
        return program === undefined ? undefined : { target: program, command: [program] };
      },
    },
  };
}
