/** Changes and removes settings for tools. It checks the right of the person and writes an audit record. */
import type { Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { draftRecord } from '../ledger/records.ts';
import type { Registry } from '../registry.ts';
import { requireSettingRight } from './setting-rights.ts';
import { matchesTool, STOP_PATTERN, type SettingValue, type SettingRow } from './setting-store.ts';

type SettingParts = RuntimeParts<'database' | 'sql' | 'settings' | 'clock'>;

/** Identifies a setting: its level, the organization, department or user, and the pattern of tools. */
export type SettingPlace = Pick<SettingRow, 'level' | 'subject' | 'pattern'>;

/**
 * Stores a setting with an audit record. Throws FORBIDDEN without the right, INVALID_REQUEST for the stop pattern or an
 * `allow` without effect.
 */
export async function changeSetting(
  { database, sql, settings, clock, registry }: SettingParts & RuntimeParts<'registry'>,
  { level, subject, pattern }: SettingPlace,
  value: SettingValue,
  person: Principal,
): Promise<void> {
  await requireSettingRight(database, sql, person, { level, subject });
  requireOrdinary(pattern);
  if (value === 'allow') requireAllowable(registry, level, pattern);
  const now = clock.now();
  await database.change({
    guards: [settings.write({ level, subject, pattern, value, set_by: person.userId, set_at: now })],
    records: [
      draftRecord(person.organizationId, 'setting.changed', now, null, {
        user: person.userId,
        level,
        subject,
        pattern,
        value,
      }),
    ],
  });
  settings.forget();
}

/** The pattern of the stop switch belongs to the stop switch alone. */
function requireOrdinary(pattern: string): void {
  if (pattern === STOP_PATTERN)
    throw new DeputizeError(
      'INVALID_REQUEST',
      `"${STOP_PATTERN}" is the stop switch: see "deputize stop-all". "*" is every tool.`,
      { details: { pattern } },
    );
}

/** Accepts `allow` only for a user's own calls, and only for tools that take grants. */
function requireAllowable(registry: Registry, level: SettingRow['level'], pattern: string): void {
  if (level !== 'user')
    throw new DeputizeError(
      'INVALID_REQUEST',
      `"allow" is set for one user alone, not for a whole ${level}. Remove the setting to let the rules decide.`,
      { details: { level, pattern } },
    );
  const isFitting = registry
    .presets()
    .some(({ name }) => registry.tools(name).some((tool) => tool.grants && matchesTool(pattern, name, tool.name)));
  if (!isFitting)
    throw new DeputizeError(
      'INVALID_REQUEST',
      `"${pattern}" fits no tool that may run without asking, so "allow" would have no effect.`,
      { details: { level, pattern } },
    );
}

/** Removes a setting. Throws NOT_FOUND if there is none, and FORBIDDEN without the right, such as for a setting of the configuration. */
export async function removeSetting(
  { database, sql, settings, clock }: SettingParts,
  { level, subject, pattern }: SettingPlace,
  person: Principal,
): Promise<void> {
  await requireSettingRight(database, sql, person, { level, subject });
  requireOrdinary(pattern);
  const body = { user: person.userId, level, subject, pattern, value: null };
  const done = await database.change({
    guards: [settings.remove({ level, subject, pattern })],
    records: [draftRecord(person.organizationId, 'setting.changed', clock.now(), null, body)],
  });
  settings.forget();
  if (done === 'lost') throw new DeputizeError('NOT_FOUND', 'There is no such setting.');
}
