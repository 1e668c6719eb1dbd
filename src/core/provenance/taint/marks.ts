/**
 * What an assistant wrote after reading others' words keeps their label: the names of such things are marked, and whatever
 * brings one of them back later, in whichever conversation, brings others' words.
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
import { fieldsOf, keysBeside } from './part-by-marks.ts';
import { ID_KEY } from '../mandate/things.ts';

/** Longer ones are known by their beginning. */
const MAX_NAME = 200;

/** A name as databases keep it unchanged. Otherwise an odd one would not be found again, or not be kept at all. */
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

/** Of a call that names no resource: its marks hold in all of them. */
const ALL_RESOURCES = '';

interface Store {
  readonly database: Pick<Database, 'dialect' | 'read'>;
  readonly sql: SqlBuilder;
}

export function marking({ database: { dialect }, sql }: Store) {
  /** The marks that a call leaves behind, to be written together with its outcome. */
  return (written: WrittenCall, value: Json, at: number): SqlQuery[] => {
    const { principal, callId, decision, provenance, resources } = written;
    if (provenance === undefined || !provenance.hasReadOthers || !hasWritten(written)) return [];
    // What a person looked at is theirs, but for sentences of others in it.
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
          // Without a condition SQLite would take what follows for one of a join.
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
  // After a crash its facts are not stated again; whatever it was given may be a name.
  const given = provenance === NOT_KNOWN ? listTexts(args, tool.input.json) : [];
  const acted = [...paths, ...targets, ...given];
  const names = new Set(acted.flatMap((name) => [name, lastPart(name)]));
  for (const { key, text } of strings(value)) if (ID_KEY.test(key)) names.add(text);
  for (const folder of acted.flatMap(foldersOf)) names.add(folder);
  names.delete('');
  return [...new Set([...names].map(toMarkName))];
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What lies on the way to a path may have been made with it, under names that whoever chose the path chose. */
const foldersOf = (path: string): string[] => path.split('/').slice(0, -1).map(asFolder);

/** Told apart from what was acted on itself: a list of a folder is not others' for what was put into it. */
const asFolder = (name: string): string => (name === '' ? '' : `${name}/`);

/** Each of the names that a text in a result brings back, if it is one: it may be a path from any folder on. */
export const listMarkNames = (text: string): string[] =>
  [text, lastPart(text), ...foldersOf(text), asFolder(lastPart(text))].map(toMarkName);

/** A name that is marked in a resource, and the call that marked it. */
export interface ResourceMark {
  readonly name: string;
  readonly resource: string;
  readonly call_id: string;
}

export type MarksByName = ReadonlyMap<string, readonly ResourceMark[]>;

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

/** The call that marked a name in one of these resources. A result that names no resource may come from any. */
export function findMark(marks: MarksByName, name: string, resources: readonly Resource[]): string | undefined {
  const isThere = ({ resource }: ResourceMark): boolean =>
    resource === ALL_RESOURCES || resources.length === 0 || resources.some(({ id }) => id === resource);
  return marks.get(name)?.find(isThere)?.call_id;
}

/** Every text of a value that somebody chose, keys among them unless its schema has them. */
export function listTexts(value: Json, schema: JsonObject): string[] {
  return [...[...strings(value)].map(({ text }) => text), ...keysBeside(fieldsOf(schema), value)];
}

export function* strings(value: Json, key = ''): Generator<{ key: string; text: string }> {
  if (typeof value === 'string' || typeof value === 'number') yield { key, text: String(value) };
  else if (Array.isArray(value)) for (const each of value) yield* strings(each, key);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) yield* strings(each, name);
}
