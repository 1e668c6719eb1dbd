/** Finds the conversation that a request continues, or begins one with the history that the client sends. */
import type { AssistantInfo, AssistantService } from '../../agent/assistant-service.ts';
import type { TranscriptMessage } from '../../agent/messages.ts';
import {
  toErrorValue,
  type Conversation,
  type StoredMessage,
  type ConversationPosition,
  type Principal,
  type Runtime,
} from '../../core/index.ts';
import { normalised, type ConversationKeys } from './conversation-keys.ts';
import { OpenAiApiError } from './openai-api-error.ts';
import type { AssistantRequest, HistoryMessage } from './assistant-request.ts';

export interface FoundConversation {
  readonly conversation: Conversation;
  /** The number of the last message that the client has received. */
  readonly from: number;
  /** Stored until the answer is delivered. */
  readonly askedKey: string;
  /** The same request came before, and its answer was not delivered. */
  readonly isRepeated: boolean;
}

export interface OpenAiRequestContext {
  readonly runtime: Runtime;
  readonly assistants: AssistantService;
  readonly principal: Principal;
  readonly assistant: AssistantInfo;
  readonly keys: ConversationKeys;
}

export async function findConversation(
  scene: OpenAiRequestContext,
  asked: AssistantRequest,
): Promise<FoundConversation> {
  const { runtime, keys, principal } = scene;
  const known = await knownPlace(scene, asked);
  const askedKey = await keys.asked(toPositionKey(asked, known), asked.words);
  const repeated = await runtime.conversations.byKey(askedKey, principal);
  if (repeated) return { conversation: repeated.conversation, from: repeated.seq, askedKey, isRepeated: true };
  const found =
    (known && (await continueConversation(scene, asked, known))) ?? (await beginConversation(scene, asked, known));
  const { conversation, seq: from } = found;
  await runtime.conversations.keepKeys({ keep: [askedKey] }, conversation.id, from);
  await keepNames(scene, asked, conversation, from);
  return { conversation, from, askedKey, isRepeated: false };
}

/** Equal for a repeated request, also if the first one has already begun the conversation. */
function toPositionKey({ conversation, history }: AssistantRequest, known: ConversationPosition | undefined): unknown {
  if (conversation) return [conversation.id, known?.seq ?? history.length];
  return known ? [known.conversation.id, known.seq] : history.map(({ text }) => normalised(text));
}

/** Finds the conversation and the position in it from what the client sends. */
async function knownPlace(
  scene: OpenAiRequestContext,
  asked: AssistantRequest,
): Promise<ConversationPosition | undefined> {
  const { runtime, keys, principal } = scene;
  const byKey = (key: string) => runtime.conversations.byKey(key, principal);
  if (asked.after) {
    const { answer, param } = asked.after;
    const found = await byKey(await keys.answer(answer.replace(/^(resp|msg)_/, '')));
    if (found) return found;
    const message = `There is no answer '${answer.slice(0, 80)}' of this model to you.`;
    throw new OpenAiApiError(param === 'previous_response_id' ? 404 : 400, { message, param, code: 'not_found' });
  }
  if (asked.conversation) return namedPlace(scene, asked.conversation);
  const isNew = asked.history.length === 0;
  const earlier = isNew ? undefined : await byKey(await keys.answered(asked.history));
  if (earlier || isNew || asked.chat === undefined) return earlier;
  const chat = await byKey(await keys.chat(asked.chat));
  return chat && (await sameChat(scene, chat.conversation, asked.history));
}

/** A named conversation, with the position up to which this door has delivered it. */
async function namedPlace(
  scene: OpenAiRequestContext,
  { id, mustExist }: NonNullable<AssistantRequest['conversation']>,
): Promise<ConversationPosition | undefined> {
  const { runtime, keys, principal } = scene;
  const named = await runtime.conversations.byKey(await keys.named(id), principal);
  const conversation =
    named?.conversation ??
    (await runtime.conversations.find(id, principal).catch((error: unknown) => {
      if (toErrorValue(error).code !== 'NOT_FOUND') throw error;
      return undefined;
    }));
  if (conversation) return findSeenPosition(scene, conversation);
  if (!mustExist) return undefined;
  const message = `You have no conversation '${id.slice(0, 80)}'.`;
  throw new OpenAiApiError(404, { message, param: 'conversation', code: 'not_found' });
}

/**
 * A client may change the text of our answers, so its chat id identifies it. The user messages must be the same, because side
 * requests, for example for a title, have the same chat id but other messages.
 */
async function sameChat(
  scene: OpenAiRequestContext,
  conversation: Conversation,
  history: readonly HistoryMessage[],
): Promise<ConversationPosition | undefined> {
  const users = (all: readonly HistoryMessage[]) =>
    all.filter(({ role }) => role === 'user').map(({ text }) => normalised(text));
  const kept = users(toHistory(await scene.assistants.messages(conversation)));
  const isSame = JSON.stringify(kept) === JSON.stringify(users(history));
  return isSame ? findSeenPosition(scene, conversation) : undefined;
}

async function findSeenPosition(
  { runtime, assistants, keys, principal }: OpenAiRequestContext,
  conversation: Conversation,
): Promise<ConversationPosition> {
  const seen = await runtime.conversations.byKey(await keys.seenKey(conversation.id), principal);
  if (seen) return seen;
  return { conversation, seq: (await assistants.messages(conversation)).at(-1)?.seq ?? 0 };
}

/** Undefined if later user messages exist: the client went back, and the later messages must not change. */
async function continueConversation(
  { runtime, assistants, assistant }: OpenAiRequestContext,
  { instructions, conversation: named }: AssistantRequest,
  { conversation, seq }: ConversationPosition,
): Promise<ConversationPosition | undefined> {
  const isOther = conversation.preset !== assistant.preset || conversation.model !== assistant.model;
  const messages = await assistants.messages(conversation);
  const hasMovedOn = messages.some((message) => message.seq > seq && message.body.role === 'user');
  if (isOther || (hasMovedOn && !named)) return undefined;
  const wanted = instructions === undefined ? conversation.instructions : instructions || undefined;
  if (wanted !== conversation.instructions) await runtime.conversations.instruct(conversation, wanted);
  return { conversation, seq };
}

async function beginConversation(
  { assistants, assistant, principal }: OpenAiRequestContext,
  { history, words, instructions }: AssistantRequest,
  known: ConversationPosition | undefined,
): Promise<ConversationPosition> {
  const earlier = known && (await assistants.messages(known.conversation)).filter(({ seq }) => seq <= known.seq);
  const seed = earlier ? toHistory(earlier) : history;
  const wanted = instructions ?? known?.conversation.instructions;
  const conversation = await assistants.begin(principal, assistant, words, { instructions: wanted || undefined, seed });
  return { conversation, seq: seed.length };
}

/** Stores the keys that find the conversation next time. A side request must not replace the key of the chat. */
async function keepNames(
  { runtime, keys, principal }: OpenAiRequestContext,
  { conversation: named, chat, history }: AssistantRequest,
  { id }: Conversation,
  seq: number,
): Promise<void> {
  const keep: string[] = [];
  if (named) keep.push(await keys.seenKey(id));
  if (named && !named.mustExist) keep.push(await keys.named(named.id));
  if (chat !== undefined) {
    const key = await keys.chat(chat);
    if (history.length > 0 || !(await runtime.conversations.byKey(key, principal))) keep.push(key);
  }
  if (keep.length > 0) await runtime.conversations.keepKeys({ keep }, id, seq);
}

/** The messages with text. Results of calls are left out. */
function toHistory(messages: readonly StoredMessage<TranscriptMessage>[]): HistoryMessage[] {
  return messages.flatMap(({ body }) =>
    body.role === 'tool' || body.text === '' ? [] : [{ role: body.role, text: body.text }],
  );
}
