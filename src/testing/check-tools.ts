/** Refuses the lists of tools that OpenAI refuses: one wrong tool, and the whole request is turned down. */
import { isShape, listOf, type Shape } from './json-shape.ts';
import { invalid, Refusal } from './refusal.ts';

const NAME = /^[a-zA-Z0-9_-]+$/;
const LONGEST_NAME = 64;
const MOST_TOOLS = 128;
const REFUSED_AT_ROOT = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];

/** The names of the tools. In a chat completion each stands under `function`. */
export function checkTools(value: unknown, nested: boolean): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid('tools', 'expected an array', 'invalid_type');
  const tools = listOf(value);
  if (nested && tools.length === 0) throw invalid('tools', 'the array is empty', 'empty_array');
  if (tools.length > MOST_TOOLS)
    throw invalid('tools', `at most ${MOST_TOOLS} are taken, but there are ${tools.length}`, 'array_above_max_length');
  const names = tools.map((tool, at) => checkTool(tool, nested ? `tools[${at}].function` : `tools[${at}]`, nested));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalid('tools', `the name '${twice}' comes twice`);
  return names;
}

function checkTool(tool: unknown, place: string, nested: boolean): string {
  if (!isShape(tool) || tool['type'] !== 'function') throw invalid(place, "expected a tool of type 'function'");
  const described = nested ? tool['function'] : tool;
  if (!isShape(described)) throw invalid(place, 'expected an object', 'invalid_type');
  const name = checkName(described['name'], `${place}.name`);
  const { description, parameters } = described;
  if (description !== undefined && description !== null && typeof description !== 'string')
    throw invalid(`${place}.description`, 'expected a string', 'invalid_type');
  if (parameters !== undefined && parameters !== null) checkParameters(parameters, name, place);
  return name;
}

export function checkName(name: unknown, place: string): string {
  if (typeof name !== 'string') throw invalid(place, 'expected a string', 'invalid_type');
  if (!NAME.test(name)) throw invalid(place, `the string does not match the pattern '${NAME.source}'`);
  if (name.length > LONGEST_NAME)
    throw invalid(place, `the string is longer than ${LONGEST_NAME} characters`, 'string_above_max_length');
  return name;
}

function checkParameters(parameters: unknown, name: string, place: string): void {
  const refuse = (why: string): Refusal =>
    new Refusal(400, {
      message: `Invalid schema for function '${name}': ${why}.`,
      param: `${place}.parameters`,
      code: 'invalid_function_parameters',
    });
  if (!isShape(parameters) || parameters['type'] !== 'object') throw refuse('its root is not of type "object"');
  const combined = REFUSED_AT_ROOT.find((keyword) => Object.hasOwn(parameters, keyword));
  if (combined !== undefined) throw refuse(`its root has '${combined}'`);
  if (!isShape(parameters['properties'])) throw refuse('the object schema has no properties');
  const bare = arrayWithoutItems(parameters, '');
  if (bare !== undefined) throw refuse(`the array schema at '${bare}' has no items`);
}

function arrayWithoutItems(schema: Shape, at: string): string | undefined {
  if (schema['type'] === 'array' && schema['items'] === undefined) return at;
  const { properties, items } = schema;
  const below = [
    ...(isShape(properties) ? Object.entries(properties).map(([name, one]) => [`${at}/${name}`, one] as const) : []),
    [`${at}/items`, items] as const,
    ...listOf(schema['anyOf']).map((one) => [at, one] as const),
  ];
  for (const [place, one] of below) {
    const found = isShape(one) ? arrayWithoutItems(one, place) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
