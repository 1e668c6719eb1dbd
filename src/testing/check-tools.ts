/** Refuses the same tool lists as OpenAI: one invalid tool rejects the whole request. */
import { isJsonShape, toUnknownList, type JsonShape } from './json-shape.ts';
import { invalidParameterError, ScriptedApiError } from './scripted-api-error.ts';

const NAME = /^[a-zA-Z0-9_-]+$/;
const LONGEST_NAME = 64;
const MOST_TOOLS = 128;
const REFUSED_AT_ROOT = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];

/** Checks the tools and returns their names. In a chat completion each tool is under `function`. */
export function checkTools(value: unknown, nested: boolean): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidParameterError('tools', 'expected an array', 'invalid_type');
  const tools = toUnknownList(value);
  if (nested && tools.length === 0) throw invalidParameterError('tools', 'the array is empty', 'empty_array');
  if (tools.length > MOST_TOOLS)
    throw invalidParameterError(
      'tools',
      `at most ${MOST_TOOLS} are taken, but there are ${tools.length}`,
      'array_above_max_length',
    );
  const names = tools.map((tool, at) => checkTool(tool, nested ? `tools[${at}].function` : `tools[${at}]`, nested));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalidParameterError('tools', `the name '${twice}' comes twice`);
  return names;
}

function checkTool(tool: unknown, place: string, nested: boolean): string {
  if (!isJsonShape(tool) || tool['type'] !== 'function')
    throw invalidParameterError(place, "expected a tool of type 'function'");
  const described = nested ? tool['function'] : tool;
  if (!isJsonShape(described)) throw invalidParameterError(place, 'expected an object', 'invalid_type');
  const name = checkName(described['name'], `${place}.name`);
  const { description, parameters } = described;
  if (description !== undefined && description !== null && typeof description !== 'string')
    throw invalidParameterError(`${place}.description`, 'expected a string', 'invalid_type');
  if (parameters !== undefined && parameters !== null) checkParameters(parameters, name, place);
  return name;
}

export function checkName(name: unknown, place: string): string {
  if (typeof name !== 'string') throw invalidParameterError(place, 'expected a string', 'invalid_type');
  if (!NAME.test(name)) throw invalidParameterError(place, `the string does not match the pattern '${NAME.source}'`);
  if (name.length > LONGEST_NAME)
    throw invalidParameterError(
      place,
      `the string is longer than ${LONGEST_NAME} characters`,
      'string_above_max_length',
    );
  return name;
}

function checkParameters(parameters: unknown, name: string, place: string): void {
  const refuse = (why: string): ScriptedApiError =>
    new ScriptedApiError(400, {
      message: `Invalid schema for function '${name}': ${why}.`,
      param: `${place}.parameters`,
      code: 'invalid_function_parameters',
    });
  if (!isJsonShape(parameters) || parameters['type'] !== 'object') throw refuse('its root is not of type "object"');
  const combined = REFUSED_AT_ROOT.find((keyword) => Object.hasOwn(parameters, keyword));
  if (combined !== undefined) throw refuse(`its root has '${combined}'`);
  if (!isJsonShape(parameters['properties'])) throw refuse('the object schema has no properties');
  const bare = arrayWithoutItems(parameters, '');
  if (bare !== undefined) throw refuse(`the array schema at '${bare}' has no items`);
}

function arrayWithoutItems(schema: JsonShape, at: string): string | undefined {
  if (schema['type'] === 'array' && schema['items'] === undefined) return at;
  const { properties, items } = schema;
  const below = [
    ...(isJsonShape(properties)
      ? Object.entries(properties).map(([name, one]) => [`${at}/${name}`, one] as const)
      : []),
    [`${at}/items`, items] as const,
    ...toUnknownList(schema['anyOf']).map((one) => [at, one] as const),
  ];
  for (const [place, one] of below) {
    const found = isJsonShape(one) ? arrayWithoutItems(one, place) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
