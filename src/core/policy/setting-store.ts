/** Stores settings for tools or patterns on four levels. The strictest level wins, so a lower level cannot loosen a higher one. */
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import type { Principal } from '../access/principal.ts';
import { matchesGlob } from '../../lib/glob.ts';
import { prepared, query, type SqlBuilder } from '../storage/statements.ts';
import type { CoreTables } from '../storage/tables.ts';

/** From loose to strict: `allow`, `ask`, `off`. The strictest matching setting applies. */
export type SettingValue = 'off' | 'ask' | 'allow';
/** A stored setting, or one of the configuration (level `system`). */
export type SettingRow = CoreTables['settings'];
/** The pattern of the stop switch. Like `*` it matches every tool, but it is not set as an ordinary setting. */
export const STOP_PATTERN = '**';
const STRICTNESS: readonly SettingValue[] = ['allow', 'ask', 'off'];

/** How long it may take until a change by another process is seen here. */
const MAX_AGE_MS = 1_000;

/** Reads settings from a cache that is at most a second old. Without a matching setting, the value is `allow`. */
export interface SettingStore {
  effective(principal: Principal, preset: string, tool: string): Promise<SettingValue>;
  /** The same for many tools, from one read of the settings. */
  effectiveNow(principal: Principal, preset: string): Promise<(tool: string) => SettingValue>;
  /** Returns the setting that applies, if any. */
  sourceNow(principal: Principal, preset: string): Promise<(tool: string) => SettingRow | undefined>;
  /** The user's own setting to allow, if one matches and no other is stricter. */
  allowing(principal: Principal, preset: string, tool: string): Promise<SettingRow | undefined>;
  list(): Promise<readonly SettingRow[]>;
  /** Whether a person has stopped everything for this principal. */
  isStopped(principal: Principal): Promise<boolean>;
  /** The row that stops this principal, if any. */
  findStop(principal: Principal): Promise<SettingRow | undefined>;
  /** Builds the statement that stores a setting. The caller commits it with its audit record, then calls `forget`. */
  write: (row: SettingRow) => ReturnType<typeof query>;
  /** Builds the statement that deletes a setting. */
  remove: (row: Pick<SettingRow, 'level' | 'subject' | 'pattern'>) => ReturnType<typeof query>;
  /** Drops the cache after a change by this process. */
  forget(): void;
}

/** Combines the settings of the database with those of the configuration. */
export function createSettingStore(
  database: Pick<Database, 'read'>,
  sql: SqlBuilder,
  clock: Clock,
  /** Called for every read, for settings that depend on the time of day. */
  system: () => { readonly [pattern: string]: SettingValue },
): SettingStore {
  const all = query(sql.selectFrom('settings').selectAll());
  const write = prepareWrite(sql);
  let rows: Promise<readonly SettingRow[]> | undefined;
  let readAt = 0;

  const read = async (): Promise<readonly SettingRow[]> => [
    ...listFixed(system()),
    ...(await database.read<SettingRow>(all)),
  ];
  const list = async (): Promise<readonly SettingRow[]> => {
    const now = clock.now();
    if (!rows || now - readAt > MAX_AGE_MS) {
      // Concurrent callers share one read. A failed read is repeated by the next caller.
      const asked = read();
      rows = asked;
      readAt = now;
      asked.catch(() => (rows = rows === asked ? undefined : rows));
    }
    return rows;
  };

  const findStop: SettingStore['findStop'] = async (principal) =>
    (await list()).find(
      (row) => row.pattern === STOP_PATTERN && row.value === 'off' && matchesPrincipal(row, principal),
    );

  return {
    list,
    findStop,
    isStopped: async (principal) => (await findStop(principal)) !== undefined,
    write: (row) => write(row),
    remove: ({ level, subject, pattern }) =>
      query(
        sql
          .deleteFrom('settings')
          .where('level', '=', level)
          .where('subject', '=', subject)
          .where('pattern', '=', pattern),
      ),
    forget: () => (rows = undefined),
    effective: async (principal, preset, tool) => strictest(await list(), principal, preset, tool),
    async allowing(principal, preset, tool) {
      const fitting = (await list()).filter(
        (row) => matchesPrincipal(row, principal) && matchesTool(row.pattern, preset, tool),
      );
      if (fitting.some(({ value }) => value !== 'allow')) return undefined;
      return fitting.find(({ level, pattern }) => level === 'user' && pattern !== STOP_PATTERN);
    },
    async effectiveNow(principal, preset) {
      const own = (await list()).filter((row) => matchesPrincipal(row, principal));
      return (tool) => strictest(own, principal, preset, tool);
    },
    async sourceNow(principal, preset) {
      const own = (await list()).filter((row) => matchesPrincipal(row, principal));
      return (tool) => strictestRow(own, principal, preset, tool);
    },
  };
}

/** The settings of the configuration, as rows. */
const listFixed = (system: { readonly [pattern: string]: SettingValue }): SettingRow[] =>
  Object.entries(system).map(([pattern, value]) => ({
    level: 'system',
    subject: '',
    pattern,
    value,
    set_by: 'configuration',
    set_at: 0,
  }));

function prepareWrite(sql: SqlBuilder) {
  return prepared<{
    level: string;
    subject: string;
    pattern: string;
    value: string;
    set_by: string;
    set_at: number;
  }>((slots) =>
    sql
      .insertInto('settings')
      .values({ ...pick(slots) } as SettingRow)
      .onConflict((conflict) =>
        conflict.columns(['level', 'subject', 'pattern']).doUpdateSet((row) => ({
          value: row.ref('excluded.value'),
          set_by: row.ref('excluded.set_by'),
          set_at: row.ref('excluded.set_at'),
        })),
      ),
  );
}

function strictest(rows: readonly SettingRow[], principal: Principal, preset: string, tool: string): SettingValue {
  return strictestRow(rows, principal, preset, tool)?.value ?? 'allow';
}

/** Of equally strict rows, the first one. */
function strictestRow(
  rows: readonly SettingRow[],
  principal: Principal,
  preset: string,
  tool: string,
): SettingRow | undefined {
  let found: SettingRow | undefined;
  let strictness = -1;
  for (const row of rows) {
    if (!matchesPrincipal(row, principal) || !matchesTool(row.pattern, preset, tool)) continue;
    const own = STRICTNESS.indexOf(row.value);
    if (own <= strictness) continue;
    found = row;
    strictness = own;
  }
  return found;
}

function pick(slots: Record<string, unknown>) {
  const { level, subject, pattern, value, set_by, set_at } = slots;
  return { level, subject, pattern, value, set_by, set_at };
}

function matchesPrincipal(row: SettingRow, principal: Principal): boolean {
  switch (row.level) {
    case 'system':
      return true;
    case 'organization':
      return row.subject === principal.organizationId;
    case 'department':
      return principal.departmentIds.includes(row.subject);
    case 'user':
      return row.subject === principal.userId;
  }
}

/** A pattern is a tool’s name or a glob. With a leading `preset/` it applies to one preset only. */
export function matchesTool(pattern: string, preset: string, tool: string): boolean {
  return pattern.includes('/') ? matchesGlob(pattern, `${preset}/${tool}`) : matchesGlob(pattern, tool);
}
