/** What each system's connector brings. */
import type { SystemClipboard, DesktopNotifier } from '../../ports/desktop.ts';
import type { PlatformLauncher } from './scoped-apps.ts';

export interface DesktopPlatform {
  readonly clipboard: SystemClipboard;
  readonly notifications: DesktopNotifier;
  readonly launcher: PlatformLauncher;
}
