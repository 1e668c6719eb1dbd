/** Walks over a JSON Schema: visits and limits nodes, and collects warnings. The dialect converts each keyword. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { escapePointer, holds, isList, isObject, print } from './keywords.ts';

const MAX_DEPTH = 64;
const MAX_NODES = 20_000;
const MAX_WARNINGS = 500;

/** Something that the provider's schema cannot express. */
export interface ConversionWarning {
  /** JSON Pointer into the original schema; empty for the whole tool. */
  readonly path: string;
  readonly lost: string;
}

/** Where a walk is. `path` is a JSON Pointer into the original schema. */
export interface SchemaPosition {
  readonly path: string;
  readonly depth: number;
  /** The references on the way to this position. */
  readonly refs: readonly string[];
}

/** A walk in progress, as the dialect sees it. */
export interface SchemaWalk {
  readonly root: Json;
  convert(schema: Json, at: SchemaPosition): Json;
  warn(at: SchemaPosition, lost: string): void;
}

interface KeywordVisit {
  readonly keyword: string;
  readonly value: Json;
  readonly node: JsonObject;
  readonly at: SchemaPosition;
  readonly walk: SchemaWalk;
}

/** Returns what one keyword adds to the converted schema. */
export type KeywordConverter = (visit: KeywordVisit) => JsonObject;

/** How one provider's subset of JSON Schema is written: a converter for each keyword, and for special cases. */
export interface SchemaDialect {
  readonly keywords: ReadonlyMap<string, KeywordConverter>;
  readonly otherwise: KeywordConverter;
  readonly boolean: (schema: boolean, at: SchemaPosition, walk: SchemaWalk) => Json;
  /** Rewrites a node before its keywords are converted. */
  readonly reshape: (
    node: JsonObject,
    at: SchemaPosition,
    walk: SchemaWalk,
  ) => { node: JsonObject; at: SchemaPosition };
  /** Completes the converted node. */
  readonly finish: (result: JsonObject, node: JsonObject, at: SchemaPosition, walk: SchemaWalk) => Json;
  /** Replaces a schema that is nested too deep or exceeds the limit of nodes. */
  readonly beyond: (schema: Json, at: SchemaPosition, walk: SchemaWalk) => Json;
}

/** The position of the root. */
export const START: SchemaPosition = { path: '', depth: 0, refs: [] };

/** Starts a walk over a schema. `convert` returns the converted schema and collects up to 500 warnings. */
export function createWalk(
  root: Json,
  dialect: SchemaDialect,
): SchemaWalk & { readonly warnings: readonly ConversionWarning[] } {
  const warnings: ConversionWarning[] = [];
  let nodes = 0;
  const walk: SchemaWalk & { readonly warnings: readonly ConversionWarning[] } = {
    root,
    warnings,
    warn({ path }, lost) {
      if (warnings.length < MAX_WARNINGS) warnings.push({ path, lost });
    },
    convert(schema, at) {
      nodes += 1;
      if (at.depth > MAX_DEPTH || nodes > MAX_NODES) return dialect.beyond(schema, at, walk);
      if (typeof schema === 'boolean') return dialect.boolean(schema, at, walk);
      if (!isObject(schema)) {
        walk.warn(at, 'this value is not a schema');
        return dialect.boolean(true, at, walk);
      }
      const shaped = dialect.reshape(schema, at, walk);
      const parts = Object.entries(shaped.node).flatMap(([keyword, value]) => {
        const answer = dialect.keywords.get(keyword) ?? dialect.otherwise;
        return Object.entries(answer({ keyword, value, node: shaped.node, at: shaped.at, walk }));
      });
      return dialect.finish(Object.fromEntries(parts), shaped.node, shaped.at, walk);
    },
  };
  return walk;
}

/** Returns the position of a schema inside the current one. */
export function toChildPosition(at: SchemaPosition, ...parts: readonly (string | number)[]): SchemaPosition {
  return { ...at, path: at.path + parts.map(escapePointer).join(''), depth: at.depth + 1 };
}

/** Keeps a keyword unchanged. */
export const keep: KeywordConverter = ({ keyword, value }) => ({ [keyword]: value });

/** Drops a keyword without a warning, because nothing is lost. */
export const drop: KeywordConverter = () => ({});

/** Drops a keyword with a warning. */
export const lose: KeywordConverter = ({ keyword, value, at, walk }) => {
  walk.warn(at, `${keyword}: ${brief(value)}`);
  return {};
};

/** Keeps a keyword and converts the schemas in it. */
export const descend: KeywordConverter = ({ keyword, value, at, walk }) => {
  const kind = holds.get(keyword);
  if (kind === 'schema') return { [keyword]: walk.convert(value, toChildPosition(at, keyword)) };
  if (kind === 'list' && isList(value)) {
    return {
      [keyword]: value.map((part, index) => walk.convert(part, toChildPosition(at, keyword, index))),
    };
  }
  if (kind === 'map' && isObject(value)) {
    const entries = Object.entries(value).map(([name, part]) => [
      name,
      walk.convert(part, toChildPosition(at, keyword, name)),
    ]);
    return { [keyword]: Object.fromEntries(entries) as JsonObject };
  }
  return { [keyword]: value };
};

function brief(value: Json): string {
  const kind = isList(value) ? 'a list' : 'a schema';
  return typeof value === 'object' && value !== null ? kind : print(value).slice(0, 80);
}
