/** Takes the nulls out of a model's arguments that strict mode forced for properties which the original lets be absent. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { toJsonType } from './infer-type.ts';
import { isList, isObject, toList, own, readProperties, listRequired, resolveLocal } from './keywords.ts';
import { equal } from './merge.ts';

const MAX_DEPTH = 128;
const MAX_STEPS = 100_000;

/** `schema` is the tool's own, not the strict form. */
export function fromStrictArguments(schema: Json, args: Json): Json {
  let steps = 0;

  /** Every schema that applies to the value: references, parts of allOf, and the branch of a union that fits. */
  const views = (start: Json, value: Json, depth: number): JsonObject[] => {
    const found: JsonObject[] = [];
    const pending = [start];
    for (let next = pending.pop(); next !== undefined && found.length < 64; next = pending.pop()) {
      if (!isObject(next) || found.includes(next)) continue;
      found.push(next);
      const target = resolveLocal(schema, own(next, '$ref'));
      pending.push(...toList(own(next, 'allOf')), ...(target === undefined ? [] : [target]));
      for (const keyword of ['anyOf', 'oneOf']) {
        const branch = toList(own(next, keyword)).find((choice) => fits(choice, value, depth + 1));
        if (branch !== undefined) pending.push(branch);
      }
    }
    return found;
  };

  const fits = (choice: Json, value: Json, depth: number): boolean => {
    steps += 1;
    if (typeof choice === 'boolean') return choice;
    if (!isObject(choice) || steps > MAX_STEPS || depth > MAX_DEPTH) return true;
    const applying = views(choice, value, depth);
    return applying.every((view) => {
      const types = toList(own(view, 'type'));
      const type = toJsonType(value);
      if (types.length > 0 && !types.includes(type) && !(types.includes('integer') && Number.isInteger(value)))
        return false;
      if (Object.hasOwn(view, 'const') && !equal(view['const'] as Json, value)) return false;
      if (Array.isArray(view['enum']) && !(view['enum'] as readonly Json[]).some((item) => equal(item, value)))
        return false;
      const unions = ['anyOf', 'oneOf'].every((keyword) => {
        const branches = toList(own(view, keyword));
        return (
          branches.length === 0 || branches.some((branch) => applying.includes(branch as JsonObject) || branch === true)
        );
      });
      if (!unions) return false;
      if (isList(value)) return value.every((item) => fits(own(view, 'items') ?? true, item, depth + 1));
      return !isObject(value) || fitsObject(view, applying, value, depth);
    });
  };

  const fitsObject = (view: JsonObject, applying: readonly JsonObject[], value: JsonObject, depth: number): boolean => {
    const properties = readProperties(view);
    const open = own(view, 'additionalProperties') !== false;
    return (
      listRequired(view).every((name) => Object.hasOwn(value, name)) &&
      Object.entries(value).every(([name, part]) => {
        if (absent(applying, name, part)) return true;
        const known = own(properties, name);
        return known === undefined ? open : fits(known, part, depth + 1);
      })
    );
  };

  const strip = (at: Json, value: Json, depth: number): Json => {
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
    const applying = views(at, value, depth);
    if (isList(value)) {
      const items: Json = { allOf: applying.map((view) => own(view, 'items') ?? true) };
      return value.map((item) => strip(items, item, depth + 1));
    }
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, part]) => !absent(applying, name, part))
        .map(([name, part]) => [name, strip(described(applying, name), part, depth + 1)]),
    );
  };

  return strip(schema, args, 0);
}

/** Whether a null replaces a property that the original schema allows to be absent. */
const absent = (applying: readonly JsonObject[], name: string, part: Json): boolean =>
  part === null &&
  applying.some((view) => Object.hasOwn(readProperties(view), name)) &&
  !applying.some((view) => listRequired(view).includes(name));

const described = (applying: readonly JsonObject[], name: string): Json => ({
  allOf: applying.flatMap((view) => {
    const part = own(readProperties(view), name);
    return part === undefined ? [] : [part];
  }),
});
