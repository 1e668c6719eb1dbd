/** Reads a request for a chat completion as strictly as OpenAI does, so that what it would refuse is found here. */
import { checkName, checkTools } from './check-tools.ts';
import { isShape, listOf, type Shape } from './json-shape.ts';
import { invalid, Refusal } from './refusal.ts';
import type { Told } from './request-summary.ts';

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];

export function readChat(body: Shape): Told {
  const messages = listOf(body['messages']);
  if (messages.length === 0)
    throw new Refusal(400, {
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
    if (!isShape(message)) throw invalid(place, 'expected an object', 'invalid_type');
    const { role } = message;
    if (typeof role !== 'string' || !ROLES.includes(role))
      throw invalid(`${place}.role`, `supported values are ${ROLES.join(', ')}`);
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
        const text = textOf(message['content'], `${place}.content`);
        if (role === 'user') [user, results] = [text, []];
      }
    }
  }
  mustBeAnswered(unanswered, `messages[${messages.length}]`);
  return { user, results, tools };
}

function mustBeAnswered(unanswered: ReadonlySet<string>, place: string): void {
  if (unanswered.size === 0) return;
  throw new Refusal(400, {
    message:
      "An assistant message with 'tool_calls' must be followed by a tool message for each 'tool_call_id'. " +
      `These have none: ${[...unanswered].join(', ')}.`,
    param: `${place}.role`,
  });
}

function checkResult(message: Shape, place: string, unanswered: Set<string>): { id: string; content: string } {
  const { tool_call_id: id, content } = message;
  if (typeof id !== 'string') throw invalid(`${place}.tool_call_id`, 'expected a string', 'invalid_type');
  if (!unanswered.delete(id))
    throw invalid(
      `${place}.tool_call_id`,
      `a message with role 'tool' must answer a call of the assistant message before it, and '${id}' is none, or answered already`,
    );
  if (typeof content !== 'string') throw invalid(`${place}.content`, 'expected a string', 'invalid_type');
  return { id, content };
}

function checkAssistant(message: Shape, place: string): string[] {
  const { content, tool_calls: asked } = message;
  if (asked === undefined || asked === null) {
    textOf(content, `${place}.content`);
    return [];
  }
  const calls = listOf(asked);
  if (calls.length === 0) throw invalid(`${place}.tool_calls`, 'the array is empty', 'empty_array');
  if (content !== undefined && content !== null) textOf(content, `${place}.content`);
  const ids = calls.map((call, at) => checkCall(call, `${place}.tool_calls[${at}]`));
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw invalid(`${place}.tool_calls`, `the id '${twice}' comes twice`);
  return ids;
}

function checkCall(call: unknown, place: string): string {
  if (!isShape(call) || call['type'] !== 'function') throw invalid(place, "expected a call of type 'function'");
  const { id, function: called } = call;
  if (typeof id !== 'string' || id === '') throw invalid(`${place}.id`, 'expected a string', 'invalid_type');
  if (!isShape(called)) throw invalid(`${place}.function`, 'expected an object', 'invalid_type');
  checkName(called['name'], `${place}.function.name`);
  if (typeof called['arguments'] !== 'string')
    throw invalid(`${place}.function.arguments`, 'expected a string', 'invalid_type');
  return id;
}

function textOf(content: unknown, place: string): string {
  if (typeof content === 'string') return content;
  const parts = listOf(content);
  if (parts.length === 0) throw invalid(place, 'expected a string or an array of parts', 'invalid_type');
  return parts
    .map((part, at) => {
      if (!isShape(part) || typeof part['type'] !== 'string') throw invalid(`${place}[${at}]`, 'expected a part');
      return typeof part['text'] === 'string' ? part['text'] : '';
    })
    .join('');
}
