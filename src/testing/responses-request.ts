/** Reads a request of the responses API as strictly as OpenAI does. */
import { checkName, checkTools } from './check-tools.ts';
import { isJsonShape, toUnknownList, type JsonShape } from './json-shape.ts';
import { invalidParameterError, ScriptedApiError } from './scripted-api-error.ts';
import type { RequestSummary } from './request-summary.ts';

const ROLES = ['system', 'developer', 'user', 'assistant'];

/** `kept` are the items of earlier answers that the client let the server keep. */
export function readResponses(body: JsonShape, kept: ReadonlyMap<string, JsonShape>): RequestSummary {
  if (typeof body['previous_response_id'] === 'string')
    throw invalidParameterError('previous_response_id', 'the scripted model keeps no conversations');
  const tools = checkTools(body['tools'], false);
  const { input } = body;
  if (typeof input === 'string') return { user: input, results: [], tools };
  const items = toUnknownList(input).map((item, at) => resolve(item, `input[${at}]`, kept));
  if (items.length === 0)
    throw new ScriptedApiError(400, {
      message: "Missing required parameter: 'input'.",
      param: 'input',
      code: 'missing_required_parameter',
    });
  let user = '';
  let results: { id: string; content: string }[] = [];
  const unanswered = new Set<string>();
  for (const [at, item] of items.entries()) {
    const place = `input[${at}]`;
    switch (item['type'] ?? 'message') {
      case 'message': {
        const { role } = item;
        if (typeof role !== 'string' || !ROLES.includes(role))
          throw invalidParameterError(`${place}.role`, `supported values are ${ROLES.join(', ')}`);
        const text = readText(item['content'], `${place}.content`);
        if (role === 'user') user = text;
        if (role === 'user' || role === 'assistant') results = [];
        break;
      }
      case 'function_call':
        checkName(item['name'], `${place}.name`);
        if (typeof item['arguments'] !== 'string')
          throw invalidParameterError(`${place}.arguments`, 'expected a string', 'invalid_type');
        if (typeof item['call_id'] !== 'string' || item['call_id'] === '')
          throw invalidParameterError(`${place}.call_id`, 'expected a string', 'invalid_type');
        unanswered.add(item['call_id']);
        results = [];
        break;
      case 'function_call_output': {
        const { call_id: id, output } = item;
        if (typeof id !== 'string' || !unanswered.delete(id))
          throw invalidParameterError(
            `${place}.call_id`,
            `no tool call found for the output with call_id '${String(id)}'`,
          );
        if (typeof output !== 'string')
          throw invalidParameterError(`${place}.output`, 'expected a string', 'invalid_type');
        results.push({ id, content: output });
        break;
      }
      case 'reasoning':
        checkReasoning(item, items[at + 1], body, place);
        break;
      default:
        throw invalidParameterError(`${place}.type`, `'${String(item['type'])}' is not supported`);
    }
  }
  if (unanswered.size > 0)
    throw invalidParameterError('input', `no tool output found for the function calls ${[...unanswered].join(', ')}`);
  return { user, results, tools };
}

function resolve(item: unknown, place: string, kept: ReadonlyMap<string, JsonShape>): JsonShape {
  if (!isJsonShape(item)) throw invalidParameterError(place, 'expected an object', 'invalid_type');
  if (item['type'] !== 'item_reference') return item;
  const found = kept.get(String(item['id']));
  if (found) return found;
  throw new ScriptedApiError(404, {
    message: `Item with id '${String(item['id'])}' not found. Items are not kept when 'store' is false.`,
    param: 'input',
  });
}

function checkReasoning(item: JsonShape, next: JsonShape | undefined, body: JsonShape, place: string): void {
  if (!Array.isArray(item['summary']))
    throw invalidParameterError(`${place}.summary`, 'expected an array', 'invalid_type');
  if (body['store'] === false && typeof item['encrypted_content'] !== 'string')
    throw new ScriptedApiError(404, { message: `Item with id '${String(item['id'])}' not found.`, param: 'input' });
  const follows =
    next && (next['type'] === 'function_call' || next['role'] === 'assistant' || next['type'] === 'reasoning');
  if (!follows)
    throw invalidParameterError(
      place,
      `the item '${String(item['id'])}' of type 'reasoning' lacks the item that must follow it`,
    );
}

function readText(content: unknown, place: string): string {
  if (typeof content === 'string') return content;
  const parts = toUnknownList(content);
  if (parts.length === 0) throw invalidParameterError(place, 'expected a string or an array of parts', 'invalid_type');
  return parts.map((part) => (isJsonShape(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('');
}
