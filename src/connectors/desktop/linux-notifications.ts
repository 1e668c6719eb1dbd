/** Notifications of Linux, by notify-send of libnotify, which speaks to the session's notification service over D-Bus. */
import { escapeMarkup } from '../../lib/escape-markup.ts';
import type { DesktopNotification, DesktopNotifier } from '../../ports/desktop.ts';
import { expectSuccess, notAvailableError, type ProgramRunner } from './run-program.ts';

const SENDERS = { assistant: 'Assistant', deputize: 'Deputize' } as const;

export function linuxNotifications(programs: ProgramRunner, env: NodeJS.ProcessEnv): DesktopNotifier {
  return {
    hasActions: true,
    async show(notice, signal) {
      if (!programs.find('notify-send'))
        throw notAvailableError('Notifications need notify-send.', 'apt-get install libnotify-bin');
      if (!env['DBUS_SESSION_BUS_ADDRESS'] && !env['XDG_RUNTIME_DIR'])
        throw notAvailableError(
          'There is no D-Bus session, so notifications cannot be shown.',
          'start "deputize automation" in a graphical session, or by dbus-run-session',
        );
      const waiting = AbortSignal.any([signal, AbortSignal.timeout(notice.waitMs)]);
      try {
        const end = await programs.run('notify-send', buildArguments(notice), { signal: waiting, stopBy: 'SIGINT' });
        if (end.code !== 0 && /ServiceUnknown|not provided|was not provided|Cannot autolaunch/i.test(end.stderr))
          throw notAvailableError(
            'No notification service runs in this session.',
            'apt-get install dunst, and start it',
          );
        expectSuccess('notify-send', end);
        const chosen = Buffer.from(end.stdout).toString('utf8').trim();
        return notice.actions.some(({ id }) => id === chosen) ? chosen : null;
      } catch (error) {
        if (waiting.aborted && !signal.aborted) return null;
        throw error;
      }
    },
  };
}

function buildArguments({ from, title, body, urgency, actions, waitMs }: DesktopNotification): string[] {
  return [
    `--app-name=${SENDERS[from]}`,
    `--urgency=${urgency}`,
    `--expire-time=${waitMs}`,
    ...actions.map(({ id, label }) => `--action=${id}=${label}`),
    ...(actions.length > 0 ? ['--wait'] : []),
    '--',
    // Without the sender in it, words of an assistant could look like ours where the app's name is not shown.
    `${SENDERS[from]}: ${title}`,
    // Bodies may hold markup, and what others wrote must only ever be text.
    escapeMarkup(body),
  ];
}
