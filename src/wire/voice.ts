/** The frames of a voice session. Binary frames are sound: PCM, 16 bit, little-endian, 24,000 a second, one channel. */
import { z } from 'zod';

import { errorValue, outcome } from './messages.ts';

const id = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/, '1 to 128 letters, digits or any of _ . : -');
const mode = z.enum(['text', 'voice']);
const language = z.enum(['en', 'de', 'fr', 'es', 'it']);

/** What a client may say. `hello` comes first, and once. */
export const voiceRequest = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    mode,
    conversationId: id.optional(),
    language: language.default('en'),
    audio: z
      .strictObject({ encoding: z.literal('pcm16'), rate: z.literal(24_000) })
      .optional()
      .describe('The form of the sound that it sends and takes; there is only this one.'),
  }),
  z.strictObject({ type: z.literal('say'), text: z.string().trim().min(1).max(20_000) }),
  z.strictObject({ type: z.literal('spoken'), id: id.describe('What has been played to its end.') }),
  z.strictObject({
    type: z.literal('interrupt'),
    id: id.optional().describe('What was being played.'),
    playedMs: z.int().min(0).max(3_600_000).default(0),
  }),
  z.strictObject({ type: z.literal('cancel') }),
  z.strictObject({ type: z.literal('ping') }),
]);

const intent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('END_VOICE_SESSION'), after: z.enum(['current_turn', 'farewell_spoken']) }),
  z.strictObject({ type: z.literal('SUPPRESS_AUDIO'), value: z.boolean() }),
]);

/** What the server says. */
export const voiceMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ready'),
    conversationId: z.string(),
    mode,
    language,
    hears: z.boolean(),
    speaks: z.boolean(),
  }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    type: z.literal('said'),
    text: z.string(),
    reports: z.array(z.string()),
    problem: errorValue.optional(),
  }),
  z.strictObject({ type: z.literal('heard'), text: z.string() }),
  z.strictObject({
    type: z.literal('call'),
    callId: z.string(),
    tool: z.string(),
    title: z.string(),
    args: z.string(),
  }),
  z.strictObject({
    type: z.literal('progress'),
    callId: z.string(),
    tool: z.string(),
    progress: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ type: z.literal('outcome'), callId: z.string(), tool: z.string(), outcome }),
  z.strictObject({
    type: z.literal('turn'),
    state: z.enum(['done', 'waiting', 'failed']),
    problem: errorValue.optional(),
  }),
  z.strictObject({
    type: z.literal('approval'),
    approvalId: z.string(),
    callId: z.string(),
    tool: z.string(),
    risk: z.string(),
    url: z.string().optional(),
    expiresAt: z.string(),
    byVoice: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('approval.decided'),
    approvalId: z.string(),
    decision: z.enum(['approve', 'deny']),
  }),
  z.strictObject({
    type: z.literal('speech'),
    id: z.string(),
    from: z.enum(['assistant', 'runtime']),
    text: z.string(),
    audio: z.boolean(),
  }),
  z.strictObject({ type: z.literal('speech.end'), id: z.string() }),
  z.strictObject({ type: z.literal('silence') }),
  z.strictObject({ type: z.literal('notice'), text: z.string() }),
  z.strictObject({ type: z.literal('message'), message: z.record(z.string(), z.unknown()) }),
  z.strictObject({ type: z.literal('intent'), intent }),
  z.strictObject({ type: z.literal('countdown'), until: z.string(), seconds: z.number() }),
  z.strictObject({
    type: z.literal('ended'),
    reason: z.enum(['blocked', 'ended_by_assistant', 'client_left', 'replaced', 'idle', 'stopping', 'failed']),
  }),
  z.strictObject({ type: z.literal('error'), error: errorValue }),
  z.strictObject({ type: z.literal('pong') }),
]);

export type VoiceRequest = z.output<typeof voiceRequest>;
export type VoiceMessage = z.output<typeof voiceMessage>;
