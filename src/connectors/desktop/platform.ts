/** What each system's connector brings. */
import type { Clipboard, Notifications } from '../../ports/desktop.ts';
import type { Launcher } from './scoped-apps.ts';

export interface Platform {
  readonly clipboard: Clipboard;
  readonly notifications: Notifications;
  readonly launcher: Launcher;
}
