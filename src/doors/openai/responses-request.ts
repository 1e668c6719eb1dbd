/** Reads a request of /v1/responses. */
import { invalidValueError, unsupportedValueError } from './openai-api-error.ts';
import {
  isUnknownRecord,
  joined,
  readModelName,
  refuseUnsupported,
  split,
  readMessageText,
  type AssistantRequest,
  type UnknownRecord,
  type HistoryMessage,
} from './assistant-request.ts';

export interface ResponsesRequest extends AssistantRequest {
  readonly previous: string | undefined;
  readonly metadata: UnknownRecord;
}

interface Input {
  readonly said: HistoryMessage[];
  readonly instructions: string[];
  /** The last of our items that the input refers to, and the number of messages before it. */
  reference: { readonly id: string; readonly at: number; readonly param: string } | undefined;
}

export function readResponses(body: UnknownRecord, headers: Headers): ResponsesRequest {
  refuseUnsupported(body);
  const previous = optionalText(body, 'previous_response_id');
  const conversation = parseConversation(body['conversation']);
  if (previous !== undefined && conversation !== undefined)
    throw invalidValueError('conversation', 'either this or previous_response_id.');
  const input = readInput(body['input']);
  const own = optionalText(body, 'instructions');
  const since = input.said.slice(input.reference?.at);
  // A reference counts only if it names the last answer. The messages before it are then already stored.
  const reference = since.some(({ role }) => role === 'assistant') ? undefined : input.reference;
  return {
    ...split(reference ? since : input.said, 'input'),
    model: readModelName(body),
    instructions: joined([...(own === undefined ? [] : [own]), ...input.instructions], 'instructions'),
    isStream: body['stream'] === true,
    after:
      previous === undefined
        ? reference && { answer: reference.id, param: reference.param }
        : { answer: previous, param: 'previous_response_id' },
    conversation,
    chat: headers.get('x-openwebui-chat-id') ?? undefined,
    previous,
    metadata: isUnknownRecord(body['metadata']) ? body['metadata'] : {},
  };
}

function readInput(input: unknown): Input {
  const read: Input = { said: [], instructions: [], reference: undefined };
  if (typeof input === 'string') read.said.push({ role: 'user', text: input });
  else if (Array.isArray(input)) for (const [at, item] of input.entries()) readItem(item, `input[${at}]`, read);
  else throw invalidValueError('input', 'a text, or a list of items.');
  return read;
}

function readItem(item: unknown, param: string, read: Input): void {
  if (!isUnknownRecord(item)) throw invalidValueError(param, 'an item.');
  const { type = 'message', role, id } = item;
  if (type === 'reasoning') return;
  if (type === 'item_reference') {
    if (typeof id !== 'string') throw invalidValueError(`${param}.id`, 'the id of an answer.');
    read.reference = { id, at: read.said.length, param };
    return;
  }
  if (type !== 'message') throw unsupportedValueError(`${param}.type`, 'messages are read, and references to answers.');
  const text = readMessageText(item['content'], `${param}.content`);
  if (role === 'system' || role === 'developer') read.instructions.push(text);
  else if (role === 'user' || role === 'assistant') read.said.push({ role, text });
  else throw invalidValueError(`${param}.role`, 'system, developer, user or assistant.');
}

function parseConversation(value: unknown): AssistantRequest['conversation'] {
  if (value === null || value === undefined) return undefined;
  const id = isUnknownRecord(value) ? value['id'] : value;
  if (typeof id !== 'string') throw invalidValueError('conversation', 'the id of a conversation.');
  return { id: id.replace(/^conv_/, ''), mustExist: true };
}

function optionalText(body: UnknownRecord, key: string): string | undefined {
  const value = body[key];
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidValueError(key, 'a text.');
  return value;
}
