/** What the desktop preset finds on this machine: each tool's needs, and the command that installs what is missing. */
import { findBrowser } from '../../connectors/desktop/browser.ts';
import { openDesktop } from '../../connectors/desktop/open-desktop.ts';
import { whyNotConfined } from '../../connectors/sandbox/confined-service.ts';
import { toErrorValue } from '../../core/errors.ts';
import type { DoctorCheck, OpenFlags } from '../../doors/cli/environment.ts';
import { readNote } from '../automation/socket-path.ts';
import { loadDesktopScopes } from '../automation/automation.ts';
import { loadConfig } from '../config/config.ts';
import { desktopPreset } from '../assemble/presets.ts';

const LOOK_MS = 5_000;

export async function examineDesktop(data: string, flags: OpenFlags): Promise<DoctorCheck[]> {
  const desktop = openDesktop();
  const browser = findBrowser(desktop.programs);
  return [
    await scopes(data, flags),
    await clipboard(desktop),
    notifications(desktop),
    {
      ...{ name: 'browser', required: false, for: 'browser.open_url' },
      ...{ ok: browser !== undefined, found: browser ?? 'no Chrome or Chromium', mend: 'apt-get install chromium' },
    },
    confinement(desktop),
    service(data),
  ];
}

async function scopes(data: string, flags: OpenFlags): Promise<DoctorCheck> {
  const check = { name: 'scopes', required: false, for: 'the desktop preset' };
  try {
    const loaded = await loadConfig(data, flags.config, flags);
    const names = (await desktopPreset(loaded.config.desktop)).tools.map(({ name }) => name);
    const { paths, apps, hosts } = loadDesktopScopes(flags, loaded, data, names).general;
    const list = (what: string, found: readonly string[]): string => `${what}: ${found.join(', ') || 'none'}`;
    const found = [
      list(
        'folders',
        paths.map(({ path }) => path),
      ),
      list('apps', apps),
      list('hosts', hosts),
    ].join('; ');
    return { ...check, ok: true, found };
  } catch (error) {
    return { ...check, ok: false, found: toErrorValue(error).message, mend: 'correct the key that is named' };
  }
}

/** By looking at what it can be had as, and not at what it holds. */
async function clipboard({ clipboard: held }: ReturnType<typeof openDesktop>): Promise<DoctorCheck> {
  const check = { name: 'clipboard', required: false, for: 'clipboard.read and clipboard.write' };
  try {
    await held.formats(AbortSignal.timeout(LOOK_MS));
    return { ...check, ok: true, found: 'works' };
  } catch (error) {
    const { message, details } = toErrorValue(error);
    const { remedy } = details;
    return { ...check, ok: false, found: message, mend: typeof remedy === 'string' ? remedy : 'apt-get install xclip' };
  }
}

/** Only looked for: one that is shown for nothing is a nuisance. */
function notifications({ programs }: ReturnType<typeof openDesktop>): DoctorCheck {
  const check = { name: 'notifications', required: false, for: 'notify.send, and approving from a notification' };
  if (process.platform !== 'linux') return { ...check, ok: true, found: 'those of the system' };
  const program = programs.find('notify-send');
  if (!program) return { ...check, ok: false, found: 'no notify-send', mend: 'apt-get install libnotify-bin' };
  const hasBus = Boolean(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? process.env['XDG_RUNTIME_DIR']);
  const mend = 'start it in a graphical session, or by dbus-run-session';
  return hasBus ? { ...check, ok: true, found: program } : { ...check, ok: false, found: 'no D-Bus session', mend };
}

function confinement({ programs }: ReturnType<typeof openDesktop>): DoctorCheck {
  const reason = whyNotConfined(programs.find('bwrap'));
  return {
    ...{ name: 'confinement', required: false, for: 'an automation service that sees only what it works on' },
    ...{ ok: reason === undefined, found: reason ?? 'by bubblewrap', mend: 'apt-get install bubblewrap' },
  };
}

function service(data: string): DoctorCheck {
  const note = readNote(data);
  const found = note
    ? `runs as process ${note.pid}`
    : 'not running; the first call starts one for as long as it is needed';
  return {
    name: 'automation',
    ok: note !== undefined,
    required: false,
    for: 'the desktop preset',
    found,
    mend: 'deputize automation',
  };
}
