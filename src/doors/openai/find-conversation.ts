/** Finds the conversation that a request goes on with, or begins one with what the client says was said before. */
import type { Assistant, Assistants } from '../../agent/assistants.ts';
import type { Message } from '../../agent/messages.ts';
import {
  toErrorValue,
  type Conversation,
  type Kept,
  type Known,
  type Principal,
  type Runtime,
} from '../../core/index.ts';
import { normalised, type Keys } from './keys.ts';
import { Refusal } from './refusal.ts';
import type { Asked, Spoken } from './request.ts';

export interface Found {
  readonly conversation: Conversation;
  /** The client has heard everything up to here. */
  readonly from: number;
  /** Kept until the answer has been heard. */
  readonly askedKey: string;
  /** The same was asked before, and its answer never arrived. */
  readonly isRepeated: boolean;
}

export interface Scene {
  readonly runtime: Runtime;
  readonly assistants: Assistants;
  readonly principal: Principal;
  readonly assistant: Assistant;
  readonly keys: Keys;
}

export async function findConversation(scene: Scene, asked: Asked): Promise<Found> {
  const { runtime, keys, principal } = scene;
  const known = await knownPlace(scene, asked);
  const askedKey = await keys.asked(placeOf(asked, known), asked.words);
  const repeated = await runtime.conversations.byKey(askedKey, principal);
  if (repeated) return { conversation: repeated.conversation, from: repeated.seq, askedKey, isRepeated: true };
  const found = (known && (await goOn(scene, asked, known))) ?? (await beginAnew(scene, asked, known));
  const { conversation, seq: from } = found;
  await runtime.conversations.keepKeys({ keep: [askedKey] }, conversation.id, from);
  await keepNames(scene, asked, conversation, from);
  return { conversation, from, askedKey, isRepeated: false };
}

/** The same for the same request, also when the first one has already begun the conversation. */
function placeOf({ conversation, history }: Asked, known: Known | undefined): unknown {
  if (conversation) return [conversation.id, known?.seq ?? history.length];
  return known ? [known.conversation.id, known.seq] : history.map(({ text }) => normalised(text));
}

/** Where in which conversation the client is, by what it tells of it. */
async function knownPlace(scene: Scene, asked: Asked): Promise<Known | undefined> {
  const { runtime, keys, principal } = scene;
  const byKey = (key: string) => runtime.conversations.byKey(key, principal);
  if (asked.after) {
    const { answer, param } = asked.after;
    const found = await byKey(await keys.answer(answer.replace(/^(resp|msg)_/, '')));
    if (found) return found;
    const message = `There is no answer '${answer.slice(0, 80)}' of this model to you.`;
    throw new Refusal(param === 'previous_response_id' ? 404 : 400, { message, param, code: 'not_found' });
  }
  if (asked.conversation) return namedPlace(scene, asked.conversation);
  const isNew = asked.history.length === 0;
  const told = isNew ? undefined : await byKey(await keys.answered(asked.history));
  if (told || isNew || asked.chat === undefined) return told;
  const chat = await byKey(await keys.chat(asked.chat));
  return chat && (await sameChat(scene, chat.conversation, asked.history));
}

/** A conversation that was named, up to where it was heard here. */
async function namedPlace(
  scene: Scene,
  { id, mustExist }: NonNullable<Asked['conversation']>,
): Promise<Known | undefined> {
  const { runtime, keys, principal } = scene;
  const named = await runtime.conversations.byKey(await keys.named(id), principal);
  const conversation =
    named?.conversation ??
    (await runtime.conversations.find(id, principal).catch((error: unknown) => {
      if (toErrorValue(error).code !== 'NOT_FOUND') throw error;
      return undefined;
    }));
  if (conversation) return heardPlace(scene, conversation);
  if (!mustExist) return undefined;
  const message = `You have no conversation '${id.slice(0, 80)}'.`;
  throw new Refusal(404, { message, param: 'conversation', code: 'not_found' });
}

/**
 * A client that shows an answer otherwise than it was sent is recognised by its chat, as long as it says that the user said
 * the same. Side requests, for a title and the like, come with the same chat and tell another story.
 */
async function sameChat(
  scene: Scene,
  conversation: Conversation,
  history: readonly Spoken[],
): Promise<Known | undefined> {
  const users = (all: readonly Spoken[]) =>
    all.filter(({ role }) => role === 'user').map(({ text }) => normalised(text));
  const kept = users(wordsOf(await scene.assistants.messages(conversation)));
  const isSame = JSON.stringify(kept) === JSON.stringify(users(history));
  return isSame ? heardPlace(scene, conversation) : undefined;
}

async function heardPlace({ runtime, assistants, keys, principal }: Scene, conversation: Conversation): Promise<Known> {
  const heard = await runtime.conversations.byKey(await keys.heard(conversation.id), principal);
  if (heard) return heard;
  return { conversation, seq: (await assistants.messages(conversation)).at(-1)?.seq ?? 0 };
}

/** Undefined when the user has said something else since: the client went back, and what came after must stay as it was. */
async function goOn(
  { runtime, assistants, assistant }: Scene,
  { instructions, conversation: named }: Asked,
  { conversation, seq }: Known,
): Promise<Known | undefined> {
  const isOther = conversation.preset !== assistant.preset || conversation.model !== assistant.model;
  const messages = await assistants.messages(conversation);
  const hasMovedOn = messages.some((message) => message.seq > seq && message.body.role === 'user');
  if (isOther || (hasMovedOn && !named)) return undefined;
  const wanted = instructions === undefined ? conversation.instructions : instructions || undefined;
  if (wanted !== conversation.instructions) await runtime.conversations.instruct(conversation, wanted);
  return { conversation, seq };
}

async function beginAnew(
  { assistants, assistant, principal }: Scene,
  { history, words, instructions }: Asked,
  known: Known | undefined,
): Promise<Known> {
  const told = known && (await assistants.messages(known.conversation)).filter(({ seq }) => seq <= known.seq);
  const seed = told ? wordsOf(told) : history;
  const wanted = instructions ?? known?.conversation.instructions;
  const conversation = await assistants.begin(principal, assistant, words, { instructions: wanted || undefined, seed });
  return { conversation, seq: seed.length };
}

/** By what the client may know it next time. A side request must not take the chat's name away. */
async function keepNames(
  { runtime, keys, principal }: Scene,
  { conversation: named, chat, history }: Asked,
  { id }: Conversation,
  seq: number,
): Promise<void> {
  const keep: string[] = [];
  if (named) keep.push(await keys.heard(id));
  if (named && !named.mustExist) keep.push(await keys.named(named.id));
  if (chat !== undefined) {
    const key = await keys.chat(chat);
    if (history.length > 0 || !(await runtime.conversations.byKey(key, principal))) keep.push(key);
  }
  if (keep.length > 0) await runtime.conversations.keepKeys({ keep }, id, seq);
}

/** What was said in words. */
function wordsOf(messages: readonly Kept<Message>[]): Spoken[] {
  return messages.flatMap(({ body }) =>
    body.role === 'tool' || body.text === '' ? [] : [{ role: body.role, text: body.text }],
  );
}
