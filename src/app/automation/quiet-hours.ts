/** The settings of the desktop preset that depend on the configuration and on the hour. */
import type { SystemSettings } from '../../core/index.ts';
import type { DesktopConfig } from '../config/desktop.ts';

export function isQuiet({ quietHours }: Pick<DesktopConfig, 'quietHours'>, now: Date): boolean {
  if (quietHours === undefined) return false;
  const { from, to } = quietHours;
  const time = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  // From the evening to the morning the night lies in between.
  return from <= to ? from <= time && time < to : from <= time || time < to;
}

export function applyQuietHours(
  settings: SystemSettings,
  desktop: DesktopConfig,
  now = () => new Date(),
): () => SystemSettings {
  return () => ({
    ...settings,
    ...(desktop.shell === undefined ? { 'desktop/shell.run': 'off' as const } : {}),
    ...(isQuiet(desktop, now()) ? { 'desktop/*': 'ask' as const } : {}),
  });
}
