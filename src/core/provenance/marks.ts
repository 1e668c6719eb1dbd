/**
 * What an assistant wrote after reading others' words keeps their label: the names of such things are marked, and whatever
 * brings one of them back later, in whichever conversation, brings others' words.
 */
import type { Database, Query } from '../../ports/database.ts';
import type { Json } from '../../ports/json.ts';
import type { Facts, Tool } from '../contract.ts';
import type { Decision } from '../policy/policy.ts';
import type { Principal } from '../access/principal.ts';
import { query, type Sql } from '../storage/statements.ts';
import { NOT_KNOWN, type Provenance } from './assess.ts';
import { ID_KEY } from './sources.ts';

/** Longer ones are known by their beginning. */
const MAX_NAME = 200;
const MOST_NAMES = 200;
/** How many names one question to the database holds, and how many rows one insert: D1 takes at most 100 parameters. */
const [AT_ONCE, ROWS_AT_ONCE] = [99, 25];

/** A name as databases keep it unchanged. Otherwise an odd one would not be found again, or not be kept at all. */
export const nameOf = (text: string): string => text.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', '\ufffd');

export interface Written {
  readonly principal: Principal;
  readonly callId: string;
  readonly tool: Pick<Tool, 'sideEffects'>;
  readonly args: Json;
  readonly facts: Facts;
  readonly decision: Decision;
  readonly provenance?: Provenance | undefined;
}

export function marking(sql: Sql) {
  /** The marks that a call leaves behind, to be written together with its outcome. */
  return (written: Written, value: Json, at: number): Query[] => {
    const { principal, callId, decision, provenance } = written;
    if (provenance === undefined || !provenance.hasReadOthers || !hasWritten(written)) return [];
    // What a person looked at is theirs, but for sentences of others in it.
    if (decision.effect === 'confirm' && !provenance.carriesOthers) return [];
    const rows = namesOf(written, value).map((name) => ({
      organization_id: principal.organizationId,
      name,
      call_id: callId,
      at,
    }));
    return inPieces(rows, ROWS_AT_ONCE).map((some) =>
      query(
        sql
          .insertInto('marks')
          .values(some)
          .onConflict((known) => known.doNothing()),
      ),
    );
  };
}

function hasWritten({ facts: { effect }, tool, provenance }: Written): boolean {
  return effect === 'write' || effect === 'execute' || (provenance === NOT_KNOWN && tool.sideEffects === 'writes');
}

function namesOf({ facts: { paths = [], targets = [] }, args, provenance }: Written, value: Json): string[] {
  // After a crash its facts are not stated again; whatever it was given may be a name.
  const given = provenance === NOT_KNOWN ? [...strings(args)].map(({ text }) => text) : [];
  const names = new Set([...paths, ...targets, ...given].flatMap((name) => [name, lastPart(name)]));
  for (const { key, text } of strings(value)) if (ID_KEY.test(key)) names.add(text);
  names.delete('');
  return [...new Set([...names].map(nameOf))].slice(0, MOST_NAMES);
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Which of these names are marked, as `nameOf` has them, and by which call. */
export async function markedAmong(
  { database, sql }: { readonly database: Pick<Database, 'read'>; readonly sql: Sql },
  organizationId: string,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const marked = new Map<string, string>();
  for (const some of inPieces([...new Set([...names].map(nameOf))], AT_ONCE)) {
    const found = await database.read<{ name: string; call_id: string }>(
      query(
        sql
          .selectFrom('marks')
          .select(['name', 'call_id'])
          .where('organization_id', '=', organizationId)
          .where('name', 'in', some),
      ),
    );
    for (const { name, call_id } of found) marked.set(name, call_id);
  }
  return marked;
}

function inPieces<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

export function* strings(value: Json, key = ''): Generator<{ key: string; text: string }> {
  if (typeof value === 'string' || typeof value === 'number') yield { key, text: String(value) };
  else if (Array.isArray(value)) for (const each of value) yield* strings(each, key);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) yield* strings(each, name);
}

/** Parts what a result brings: whatever stands together with a marked name is not kept. */
export function partByMarks(
  value: Json,
  isMarkedName: (name: string) => boolean,
): { kept: Json; theirs: readonly Json[] } {
  const theirs: Json[] = [];
  const isMarked = (each: Json): boolean =>
    (typeof each === 'string' || typeof each === 'number') && isMarkedName(String(each));
  const keep = (each: Json): Json => {
    const isTheirs = isRecord(each) ? Object.values(each).some(isMarked) : isMarked(each);
    if (isTheirs) {
      theirs.push(each);
      return null;
    }
    if (Array.isArray(each)) return each.map(keep).filter((part) => part !== null);
    return isRecord(each) ? Object.fromEntries(Object.entries(each).map(([name, part]) => [name, keep(part)])) : each;
  };
  return { kept: keep(value), theirs };
}

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
