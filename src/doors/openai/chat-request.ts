/** Reads a request of /v1/chat/completions. */
import { invalid } from './refusal.ts';
import {
  isShape,
  joined,
  modelOf,
  refuseUnsupported,
  split,
  textOf,
  type Asked,
  type Shape,
  type Spoken,
} from './request.ts';

export interface ChatAsked extends Asked {
  readonly includesUsage: boolean;
}

export function readChat(body: Shape, headers: Headers): ChatAsked {
  refuseUnsupported(body);
  const { messages, metadata, stream_options: options } = body;
  if (!Array.isArray(messages)) throw invalid('messages', 'a list of messages.');
  const instructions: string[] = [];
  const said: Spoken[] = [];
  for (const [at, message] of messages.entries() as IterableIterator<[number, unknown]>) {
    const param = `messages[${at}]`;
    if (!isShape(message)) throw invalid(param, 'a message.');
    const { role } = message;
    // Results of tools that the client ran for another model say nothing to this one.
    if (role === 'tool' || role === 'function') continue;
    const text = textOf(message['content'], `${param}.content`);
    if (role === 'system' || role === 'developer') instructions.push(text);
    else if (role === 'user' || role === 'assistant') said.push({ role, text });
    else throw invalid(`${param}.role`, 'system, developer, user, assistant or tool.');
  }
  const named = isShape(metadata) ? metadata['conversation_id'] : undefined;
  return {
    ...split(said, 'messages'),
    model: modelOf(body),
    // A client that sends everything each time also says each time what it wants.
    instructions: joined(instructions, 'messages') ?? '',
    isStream: body['stream'] === true,
    includesUsage: isShape(options) && options['include_usage'] === true,
    conversation: typeof named === 'string' && named !== '' ? { id: named, mustExist: false } : undefined,
    chat: headers.get('x-openwebui-chat-id') ?? undefined,
  };
}
