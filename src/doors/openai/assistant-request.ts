/** The common form of a request of OpenAI's two APIs: chat completions and responses. */
import { invalidValueError, OpenAiApiError, unsupportedValueError } from './openai-api-error.ts';

export interface HistoryMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface AssistantRequest {
  readonly model: string;
  /** The earlier messages as the client sends them, up to the assistant's last answer. */
  readonly history: readonly HistoryMessage[];
  /** The new message of the user. */
  readonly words: string;
  /** The instructions of the client. Undefined keeps the earlier ones. */
  readonly instructions: string | undefined;
  readonly isStream: boolean;
  /** The answer that this request follows, if the client names it. */
  readonly after?: { readonly answer: string; readonly param: string } | undefined;
  /** A conversation by our id, or by a name that the client chose. */
  readonly conversation?: { readonly id: string; readonly mustExist: boolean } | undefined;
  /** The client's id of the chat. Clients send it with side requests too, for example for a title. */
  readonly chat?: string | undefined;
}

export type UnknownRecord = { readonly [key: string]: unknown };

const MAX_CHARACTERS = 2_000_000;
const MAX_INSTRUCTIONS = 50_000;

export function isUnknownRecord(value: unknown): value is UnknownRecord {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Rejects options that would change the form of the answer. Other unknown options are ignored. */
export function refuseUnsupported(body: UnknownRecord): void {
  const format = isUnknownRecord(body['text']) ? body['text']['format'] : body['response_format'];
  if (isUnknownRecord(format) && format['type'] !== 'text')
    throw unsupportedValueError(body['text'] ? 'text.format' : 'response_format', 'only text is answered.');
  if (typeof body['n'] === 'number' && body['n'] > 1) throw unsupportedValueError('n', 'there is one answer.');
  if (body['logprobs'] === true) throw unsupportedValueError('logprobs', 'they are not known here.');
  if (typeof body['top_logprobs'] === 'number' && body['top_logprobs'] > 0)
    throw unsupportedValueError('top_logprobs', 'they are not known here.');
  if (Array.isArray(body['modalities']) && body['modalities'].some((kind) => kind !== 'text'))
    throw unsupportedValueError('modalities', 'only text is answered.');
  if (isUnknownRecord(body['audio'])) throw unsupportedValueError('audio', 'only text is answered.');
  if (body['background'] === true) throw unsupportedValueError('background', 'an answer is waited for.');
  if (isUnknownRecord(body['prompt'])) throw unsupportedValueError('prompt', 'no prompts are kept here.');
  for (const key of ['tool_choice', 'function_call']) {
    const choice = body[key];
    if (choice === 'required' || isUnknownRecord(choice))
      throw unsupportedValueError(key, 'an assistant has its own tools, and those of a request are not called.');
  }
}

/** The text of a message, which may be split into parts. */
export function readMessageText(content: unknown, param: string): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) throw invalidValueError(param, 'a text, or a list of parts.');
  return content
    .map((part: unknown, at) => {
      const [kind, text] = isUnknownRecord(part)
        ? [part['type'], part['text'] ?? part['refusal']]
        : [undefined, undefined];
      const isText = kind === 'text' || kind === 'input_text' || kind === 'output_text' || kind === 'refusal';
      if (!isText) throw unsupportedValueError(`${param}[${at}].type`, 'only text is read.');
      if (typeof text !== 'string') throw invalidValueError(`${param}[${at}].text`, 'a text.');
      return text;
    })
    .join('\n');
}

/** Splits the messages into the history and the new message of the user. */
export function split(all: readonly HistoryMessage[], param: string): Pick<AssistantRequest, 'history' | 'words'> {
  const merged: HistoryMessage[] = [];
  for (const { role, text } of all) {
    const last = merged.at(-1);
    if (text.trim() === '') continue;
    if (last?.role === role) merged[merged.length - 1] = { role, text: `${last.text}\n\n${text}` };
    else merged.push({ role, text });
  }
  const last = merged.pop();
  if (last?.role !== 'user') throw invalidValueError(param, 'the last message is the user’s.');
  const characters = merged.reduce((sum, { text }) => sum + text.length, last.text.length);
  if (characters > MAX_CHARACTERS) {
    const message = `All messages together have ${characters} characters; ${MAX_CHARACTERS} are taken.`;
    throw new OpenAiApiError(400, { message, param, code: 'context_length_exceeded' });
  }
  return { history: merged, words: last.text };
}

export function joined(instructions: readonly string[], param: string): string | undefined {
  const text = instructions.filter((part) => part.trim() !== '').join('\n\n');
  if (text.length > MAX_INSTRUCTIONS)
    throw invalidValueError(param, `at most ${MAX_INSTRUCTIONS} characters of instructions.`);
  return text === '' ? undefined : text;
}

export function readModelName(body: UnknownRecord): string {
  const { model } = body;
  if (typeof model !== 'string' || model === '') throw invalidValueError('model', 'the name of an assistant.');
  return model;
}
