/** Writes `type: "object"` at the root, as providers want it: arguments and structured results are always objects. */
import type { JsonObject } from '../../ports/json.ts';
import { isObject, toList, own, print } from './keywords.ts';
import type { ConversionWarning } from './walk.ts';

/** Returns the schema with the type `object`. Another type is a warning, and a value that is no schema accepts nothing. */
export function objectRoot(source: unknown, path = ''): { schema: JsonObject; warnings: ConversionWarning[] } {
  if (source === true) return { schema: { type: 'object' }, warnings: [] };
  if (!isObject(source)) return { schema: { type: 'object', not: {} }, warnings: [] };
  const type = own(source, 'type');
  if (type === 'object') return { schema: source, warnings: [] };
  const fits = type === undefined || toList(type).includes('object');
  const warnings = fits ? [] : [{ path: `${path}/type`, lost: `type: ${print(type)}; arguments are objects` }];
  return { schema: { ...source, type: 'object' }, warnings };
}
