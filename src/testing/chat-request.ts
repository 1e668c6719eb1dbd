/** Reads a request for a chat completion as strictly as OpenAI does, so that what it would refuse is found here. */
import { checkName, checkTools } from './check-tools.ts';
import { isJsonShape, toUnknownList, type JsonShape } from './json-shape.ts';
import { invalidParameterError, ScriptedApiError } from './scripted-api-error.ts';
import type { RequestSummary } from './request-summary.ts';

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];

export function readChat(body: JsonShape): RequestSummary {
  const messages = toUnknownList(body['messages']);
  if (messages.length === 0)
    throw new ScriptedApiError(400, {
      message: "Missing required parameter: 'messages'.",
      param: 'messages',
      code: 'missing_required_parameter',
    });
  const tools = checkTools(body['tools'], true);
  let user = '';
  let results: { id: string; content: string }[] = [];
  const unanswered = new Set<string>();
  for (const [at, message] of messages.entries()) {
    const place = `messages[${at}]`;
    if (!isJsonShape(message)) throw invalidParameterError(place, 'expected an object', 'invalid_type');
    const { role } = message;
    if (typeof role !== 'string' || !ROLES.includes(role))
      throw invalidParameterError(`${place}.role`, `supported values are ${ROLES.join(', ')}`);
    if (role !== 'tool') mustBeAnswered(unanswered, place);
    switch (role) {
      case 'tool':
        results.push(checkResult(message, place, unanswered));
        break;
      case 'assistant':
        results = [];
        for (const id of checkAssistant(message, place)) unanswered.add(id);
        break;
      default: {
        const text = readText(message['content'], `${place}.content`);
        if (role === 'user') [user, results] = [text, []];
      }
    }
  }
  mustBeAnswered(unanswered, `messages[${messages.length}]`);
  return { user, results, tools };
}

function mustBeAnswered(unanswered: ReadonlySet<string>, place: string): void {
  if (unanswered.size === 0) return;
  throw new ScriptedApiError(400, {
    message:
      "An assistant message with 'tool_calls' must be followed by a tool message for each 'tool_call_id'. " +
      `These have none: ${[...unanswered].join(', ')}.`,
    param: `${place}.role`,
  });
}

function checkResult(message: JsonShape, place: string, unanswered: Set<string>): { id: string; content: string } {
  const { tool_call_id: id, content } = message;
  if (typeof id !== 'string') throw invalidParameterError(`${place}.tool_call_id`, 'expected a string', 'invalid_type');
  if (!unanswered.delete(id))
    throw invalidParameterError(
      `${place}.tool_call_id`,
      `a message with role 'tool' must answer a call of the assistant message before it, and '${id}' is none, or answered already`,
    );
  if (typeof content !== 'string') throw invalidParameterError(`${place}.content`, 'expected a string', 'invalid_type');
  return { id, content };
}

function checkAssistant(message: JsonShape, place: string): string[] {
  const { content, tool_calls: asked } = message;
  if (asked === undefined || asked === null) {
    readText(content, `${place}.content`);
    return [];
  }
  const calls = toUnknownList(asked);
  if (calls.length === 0) throw invalidParameterError(`${place}.tool_calls`, 'the array is empty', 'empty_array');
  if (content !== undefined && content !== null) readText(content, `${place}.content`);
  const ids = calls.map((call, at) => checkCall(call, `${place}.tool_calls[${at}]`));
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw invalidParameterError(`${place}.tool_calls`, `the id '${twice}' comes twice`);
  return ids;
}

function checkCall(call: unknown, place: string): string {
  if (!isJsonShape(call) || call['type'] !== 'function')
    throw invalidParameterError(place, "expected a call of type 'function'");
  const { id, function: called } = call;
  if (typeof id !== 'string' || id === '')
    throw invalidParameterError(`${place}.id`, 'expected a string', 'invalid_type');
  if (!isJsonShape(called)) throw invalidParameterError(`${place}.function`, 'expected an object', 'invalid_type');
  checkName(called['name'], `${place}.function.name`);
  if (typeof called['arguments'] !== 'string')
    throw invalidParameterError(`${place}.function.arguments`, 'expected a string', 'invalid_type');
  return id;
}

function readText(content: unknown, place: string): string {
  if (typeof content === 'string') return content;
  const parts = toUnknownList(content);
  if (parts.length === 0) throw invalidParameterError(place, 'expected a string or an array of parts', 'invalid_type');
  return parts
    .map((part, at) => {
      if (!isJsonShape(part) || typeof part['type'] !== 'string')
        throw invalidParameterError(`${place}[${at}]`, 'expected a part');
      return typeof part['text'] === 'string' ? part['text'] : '';
    })
    .join('');
}
