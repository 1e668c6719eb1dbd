/** Reads a request of /v1/chat/completions. */
import { invalidValueError } from './openai-api-error.ts';
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

export interface ChatRequest extends AssistantRequest {
  readonly includesUsage: boolean;
}

export function readChat(body: UnknownRecord, headers: Headers): ChatRequest {
  refuseUnsupported(body);
  const { messages, metadata, stream_options: options } = body;
  if (!Array.isArray(messages)) throw invalidValueError('messages', 'a list of messages.');
  const instructions: string[] = [];
  const said: HistoryMessage[] = [];
  for (const [at, message] of messages.entries() as IterableIterator<[number, unknown]>) {
    const param = `messages[${at}]`;
    if (!isUnknownRecord(message)) throw invalidValueError(param, 'a message.');
    const { role } = message;
    // Results of tools that the client ran for another model say nothing to this one.
    if (role === 'tool' || role === 'function') continue;
    const text = readMessageText(message['content'], `${param}.content`);
    if (role === 'system' || role === 'developer') instructions.push(text);
    else if (role === 'user' || role === 'assistant') said.push({ role, text });
    else throw invalidValueError(`${param}.role`, 'system, developer, user, assistant or tool.');
  }
  const named = isUnknownRecord(metadata) ? metadata['conversation_id'] : undefined;
  return {
    ...split(said, 'messages'),
    model: readModelName(body),
    // A client that sends everything each time also says each time what it wants.
    instructions: joined(instructions, 'messages') ?? '',
    isStream: body['stream'] === true,
    includesUsage: isUnknownRecord(options) && options['include_usage'] === true,
    conversation: typeof named === 'string' && named !== '' ? { id: named, mustExist: false } : undefined,
    chat: headers.get('x-openwebui-chat-id') ?? undefined,
  };
}
