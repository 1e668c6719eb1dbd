/**
 * Keeps the taint of what an assistant wrote after it had read untrusted content. It marks the names of such things. A later
 * result that contains a marked name is untrusted, in every conversation.
 */
import { sql as raw } from 'kysely';

import type { Database, SqlQuery } from '../../../ports/database.ts';
import type { Json, JsonObject } from '../../../ports/json.ts';
import type { Resource } from '../../../ports/resource.ts';
import { sortedIds } from '../../resources/resource-provider.ts';
import type { Facts, Tool } from '../../contract.ts';
import type { PolicyDecision } from '../../policy/policy.ts';
import type { Principal } from '../../access/principal.ts';
import { expandJsonList, prepared, query, type SqlBuilder } from '../../storage/statements.ts';
import { NOT_KNOWN, type Provenance } from '../assess.ts';
import { ID_KEY } from '../mandate/things.ts';

/** Longer names are found by their beginning. */
const MAX_NAME = 200;

/** Returns a name that databases store unchanged. Otherwise an odd name could not be stored, or not be found again. */
export const toMarkName = (text: string): string => text.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', '\ufffd');

export interface WrittenCall {
  readonly principal: Principal;
  readonly callId: string;
  readonly tool: Pick<Tool, 'sideEffects'> & { readonly input: Pick<Tool['input'], 'json'> };
  readonly args: Json;
  readonly facts: Facts;
  readonly decision: PolicyDecision;
  readonly provenance?: Provenance | undefined;
  readonly resources: readonly Resource[];
}

/** For a call without resources. Its marks apply in all resources. */
const ALL_RESOURCES = '';

interface Store {
  readonly database: Pick<Database, 'dialect' | 'read'>;
  readonly sql: SqlBuilder;
}

export function marking({ database: { dialect }, sql }: Store) {
  /** Returns the statements for the marks of a call. They are committed together with its outcome. */
  return (written: WrittenCall, value: Json, at: number): SqlQuery[] => {
    const { principal, callId, decision, provenance, resources } = written;
    if (provenance === undefined || !provenance.hasReadOthers || !hasWritten(written)) return [];
    // Content that a person approved is trusted, unless it contains untrusted text.
    if (decision.effect === 'confirm' && !provenance.carriesOthers) return [];
    const names = namesOf(written, value);
    if (names.length === 0) return [];
    const [organization, each] = [principal.organizationId, expandJsonList(dialect, JSON.stringify(names))];
    const places = resources.length === 0 ? [ALL_RESOURCES] : sortedIds(resources);
    return places.map((place) =>
      query(
        sql
          .insertInto('marks')
          .columns(['organization_id', 'resource', 'name', 'call_id', 'at'])
          // Without a condition, SQLite would read `on conflict` as the condition of a join.
          .expression(
            raw`select cast(${organization} as text), cast(${place} as text), value, cast(${callId} as text), cast(${at} as bigint) from ${each} where true`,
          )
          .onConflict((known) => known.doNothing()),
      ),
    );
  };
}

function hasWritten({ facts: { effect }, tool, provenance }: WrittenCall): boolean {
  return effect === 'write' || effect === 'execute' || (provenance === NOT_KNOWN && tool.sideEffects === 'writes');
}

function namesOf({ facts: { paths = [], targets = [] }, args, tool, provenance }: WrittenCall, value: Json): string[] {
  // After a crash the facts are not stated again, so every argument may be a name.
  const given = provenance === NOT_KNOWN ? listTexts(args, tool.input.json) : [];
  const acted = [...paths, ...targets, ...given];
  const names = new Set(acted.flatMap((name) => [name, lastPart(name)]));
  for (const { key, text } of strings(value)) if (ID_KEY.test(key)) names.add(text);
  for (const folder of acted.flatMap(foldersOf)) names.add(folder);
  names.delete('');
  return [...new Set([...names].map(toMarkName))];
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The call may have created the folders of a path as well. Untrusted content may have chosen their names. */
const foldersOf = (path: string): string[] => path.split('/').slice(0, -1).map(asFolder);

/** Separate from the name of a target: a list of a folder is not tainted only because a tainted file is in it. */
const asFolder = (name: string): string => (name === '' ? '' : `${name}/`);

/** Returns all names that a text in a result can match. The text may be a path from any folder. */
export const listMarkNames = (text: string): string[] =>
  [text, lastPart(text), ...foldersOf(text), asFolder(lastPart(text))].map(toMarkName);

/** A name that is marked in a resource, and the call that marked it. */
interface ResourceMark {
  readonly name: string;
  readonly resource: string;
  readonly call_id: string;
}

type MarksByName = ReadonlyMap<string, readonly ResourceMark[]>;

/** Finds which of these names are marked, in any resource. */
export function createMarkLookup({ database, sql }: Store) {
  const marked = prepared<{ organization_id: string; names: string }>((slots) =>
    sql
      .selectFrom('marks')
      .select(['name', 'resource', 'call_id'])
      .where('organization_id', '=', slots.organization_id)
      .where('name', 'in', raw<string>`(select value from ${expandJsonList(database.dialect, slots.names)})`),
  );
  return async (organization_id: string, names: ReadonlySet<string>): Promise<MarksByName> => {
    if (names.size === 0) return new Map();
    const question = marked({ organization_id, names: JSON.stringify([...names]) });
    return Map.groupBy(await database.read<ResourceMark>(question), ({ name }) => name);
  };
}

/** Returns the call that marked a name in one of these resources. A result without resources may come from any. */
export function findMark(marks: MarksByName, name: string, resources: readonly Resource[]): string | undefined {
  const isThere = ({ resource }: ResourceMark): boolean =>
    resource === ALL_RESOURCES || resources.length === 0 || resources.some(({ id }) => id === resource);
  return marks.get(name)?.find(isThere)?.call_id;
}

/** Lists every text of a value, and every key that its schema does not declare, because the caller chose it. */
export function listTexts(value: Json, schema: JsonObject): string[] {
  return [...[...strings(value)].map(({ text }) => text), ...keysBeside(fieldsOf(schema), value)];
}

export function* strings(value: Json, key = ''): Generator<{ key: string; text: string }> {
  if (typeof value === 'string' || typeof value === 'number') yield { key, text: String(value) };
  else if (Array.isArray(value)) for (const each of value) yield* strings(each, key);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) yield* strings(each, name);
}

interface Parted {
  readonly kept: Json;
  readonly theirs: readonly Json[];
}

/** The fields that a schema declares. Other keys were chosen by the author of the data, and can be marked names. */
export function fieldsOf(schema: JsonObject): ReadonlySet<string> {
  const known = fields.get(schema) ?? new Set(declaredIn(schema));
  fields.set(schema, known);
  return known;
}

const fields = new WeakMap<JsonObject, ReadonlySet<string>>();

function* declaredIn(schema: Json): Generator<string> {
  if (Array.isArray(schema)) for (const each of schema) yield* declaredIn(each);
  if (!isRecord(schema)) return;
  if (isRecord(schema['properties'])) yield* Object.keys(schema['properties']);
  for (const each of Object.values(schema)) yield* declaredIn(each);
}

export function* keysBeside(known: ReadonlySet<string>, value: Json): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* keysBeside(known, each);
  if (!isRecord(value)) return;
  for (const [name, each] of Object.entries(value)) {
    if (!known.has(name)) yield name;
    yield* keysBeside(known, each);
  }
}

export function partByMarks(value: Json, known: ReadonlySet<string>, bringsMarked: (text: string) => boolean): Parted {
  const theirs: Json[] = [];
  const isMarked = (each: Json): boolean =>
    (typeof each === 'string' || typeof each === 'number') && bringsMarked(String(each));
  const keep = (each: Json): Json => {
    if (typeof each !== 'object' || each === null ? isMarked(each) : Object.values(each).some(isMarked)) {
      theirs.push(each);
      return null;
    }
    if (Array.isArray(each)) return each.map(keep).filter((part) => part !== null);
    if (!isRecord(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([name, part]) => [name, keepField(name, part)]));
  };
  const keepField = (name: string, part: Json): Json => {
    if (known.has(name) || !bringsMarked(name)) return keep(part);
    theirs.push({ [name]: part });
    return null;
  };
  return { kept: keep(value), theirs };
}

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
