/** Checks a schema against the size limits of OpenAI's strict mode. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { children, isObject, own } from './keywords.ts';

const LIMITS = { levels: 10, properties: 5_000, choices: 1_000, letters: 120_000, longEnum: 15_000 };
/** Enums with at most this many values have no limit on their length. */
const SHORT_ENUM = 250;

type Sizes = Record<keyof typeof LIMITS, number>;

/** Returns what is too large, as text, or undefined. */
export function exceedsStrict(schema: JsonObject): string | undefined {
  const sizes = measure(schema);
  const key = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).find((name) => sizes[name] > LIMITS[name]);
  return key && `${sizes[key]} ${words[key]}, at most ${LIMITS[key]} are accepted`;
}

const words: Record<keyof typeof LIMITS, string> = {
  levels: 'levels of nesting',
  properties: 'properties',
  choices: 'enum values',
  letters: 'characters in names and enum values',
  longEnum: 'characters in one long enum',
};

function measure(schema: JsonObject): Sizes {
  const sizes: Sizes = { levels: 0, properties: 0, choices: 0, letters: 0, longEnum: 0 };
  const pending: { node: Json; level: number }[] = [{ node: schema, level: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node } = next;
    if (!isObject(node)) continue;
    const properties = own(node, 'properties');
    const names = isObject(properties) ? Object.keys(properties) : [];
    const choices = [
      ...(Array.isArray(node['enum']) ? (node['enum'] as readonly Json[]) : []),
      ...(Object.hasOwn(node, 'const') ? [node['const'] as Json] : []),
    ];
    const level = next.level + (isObject(properties) ? 1 : 0);
    sizes.levels = Math.max(sizes.levels, level);
    sizes.properties += names.length;
    sizes.choices += choices.length;
    const texts = choices.filter((choice) => typeof choice === 'string').join('');
    sizes.letters += names.join('').length + texts.length;
    if (choices.length > SHORT_ENUM) sizes.longEnum = Math.max(sizes.longEnum, texts.length);
    for (const { schema: child, path } of children(node))
      pending.push({ node: child, level: path.startsWith('/$defs') ? 0 : level });
  }
  return sizes;
}
