/** The frames of a voice session. Binary frames are sound: PCM, 16 bit, little-endian, 24,000 a second, one channel. */
import { z } from 'zod';

import { errorValue, outcome } from './messages.ts';

const id = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/, '1 to 128 letters, digits or any of _ . : -');
const mode = z.enum(['text', 'voice']);
const language = z.enum(['en', 'de', 'fr', 'es', 'it']);

/** What a client may send. `hello` comes first, and once. */
export const voiceRequest = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('hello'),
      mode: mode.describe('Whether the session speaks or only writes.'),
      conversationId: id.optional().describe('The earlier conversation to continue.'),
      language: language.default('en').describe('The language of the session.'),
      audio: z
        .strictObject({
          encoding: z.literal('pcm16').describe('Samples of 16 bit, little-endian.'),
          rate: z.literal(24_000).describe('Samples per second.'),
        })
        .optional()
        .describe('The form of the sound in both directions. There is only this one.'),
    })
    .describe('Opens the session. It has to be the first message. Answered with ready.'),
  z
    .strictObject({ type: z.literal('say'), text: z.string().trim().min(1).max(20_000).describe('The words.') })
    .describe('Words of the user. Words that come during a turn wait for its end.'),
  z
    .strictObject({ type: z.literal('spoken'), id: id.describe('The id of the speech.') })
    .describe('A speech was played to its end.'),
  z
    .strictObject({
      type: z.literal('interrupt'),
      id: id.optional().describe('The speech that was playing.'),
      playedMs: z.int().min(0).max(3_600_000).default(0).describe('How much of it was played, in milliseconds.'),
    })
    .describe('The user talks while a speech is playing.'),
  z.strictObject({ type: z.literal('cancel') }).describe('Stops the current turn.'),
  z.strictObject({ type: z.literal('ping') }).describe('Tests the connection. Answered with pong.'),
]);

const intent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('END_VOICE_SESSION').describe('Which intent it is.'),
    after: z.enum(['current_turn', 'farewell_spoken']).describe('For END_VOICE_SESSION: when the session ends.'),
  }),
  z.strictObject({
    type: z.literal('SUPPRESS_AUDIO').describe('Which intent it is.'),
    value: z.boolean().describe('For SUPPRESS_AUDIO: whether the session is silent.'),
  }),
]);

const callId = z.string().describe('The id of the call.');
const tool = z.string().describe('The name of the tool.');

/** What the server sends. */
export const voiceMessage = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('ready'),
      conversationId: z.string().describe('The conversation, to continue it later.'),
      mode: mode.describe('Whether the session speaks or only writes.'),
      language: language.describe('The language of the session.'),
      hears: z.boolean().describe('Whether the client may send sound.'),
      speaks: z.boolean().describe('Whether the client gets sound.'),
    })
    .describe('The session has begun.'),
  z
    .strictObject({ type: z.literal('text'), text: z.string().describe('The next words.') })
    .describe('A part of the answer, while the model writes it.'),
  z
    .strictObject({
      type: z.literal('said'),
      text: z.string().describe('All words of the answer.'),
      reports: z.array(z.string()).describe('What ran without asking.'),
      problem: errorValue.optional().describe('Why the answer ended early.'),
    })
    .describe('The whole answer of one step.'),
  z
    .strictObject({ type: z.literal('heard'), text: z.string().describe('The words.') })
    .describe('What the sound of the user was understood as.'),
  z
    .strictObject({
      type: z.literal('call'),
      callId,
      tool,
      title: z.string().describe('The name of the tool for people.'),
      args: z.string().describe('The arguments as JSON text.'),
    })
    .describe('The model calls a tool.'),
  z
    .strictObject({
      type: z.literal('progress'),
      callId,
      tool,
      progress: z.record(z.string(), z.unknown()).describe('How far it is: done, total and message.'),
    })
    .describe('A running call reports progress.'),
  z
    .strictObject({ type: z.literal('outcome'), callId, tool, outcome: outcome.describe('The outcome.') })
    .describe('A call has ended, or waits for a person.'),
  z
    .strictObject({
      type: z.literal('turn'),
      state: z.enum(['done', 'waiting', 'failed']).describe('Whether it is done, waits for a person or failed.'),
      problem: errorValue.optional().describe('Why it failed.'),
    })
    .describe('The turn has ended.'),
  z
    .strictObject({
      type: z.literal('approval'),
      approvalId: z.string().describe('The id of the approval.'),
      callId,
      tool,
      risk: z.string().describe('The risk of the call.'),
      url: z.string().optional().describe('The page where a person decides.'),
      expiresAt: z.string().describe('When the approval expires.'),
      byVoice: z.boolean().describe('Whether a spoken yes or no is accepted.'),
    })
    .describe('A call waits for a person.'),
  z
    .strictObject({
      type: z.literal('approval.decided'),
      approvalId: z.string().describe('The id of the approval.'),
      decision: z.enum(['approve', 'deny']).describe('The decision.'),
    })
    .describe('An approval was decided by voice.'),
  z
    .strictObject({
      type: z.literal('speech'),
      id: z.string().describe('The id of the speech. The sound after it belongs to it, until speech.end.'),
      from: z.enum(['assistant', 'runtime']).describe('Whose words they are.'),
      text: z.string().describe('The words.'),
      audio: z.boolean().describe('Whether sound follows. Otherwise the client speaks the words itself.'),
    })
    .describe('A speech begins.'),
  z
    .strictObject({ type: z.literal('speech.end'), id: z.string().describe('The id of the speech.') })
    .describe('All sound of a speech was sent.'),
  z.strictObject({ type: z.literal('silence') }).describe('Play nothing of what was sent before.'),
  z
    .strictObject({ type: z.literal('notice'), text: z.string().describe('The words.') })
    .describe('Words of the runtime in a text session.'),
  z
    .strictObject({
      type: z.literal('message'),
      message: z.record(z.string(), z.unknown()).describe('What the tool sent.'),
    })
    .describe('A message that a tool sends to the client.'),
  z
    .strictObject({ type: z.literal('intent'), intent: intent.describe('The intent.') })
    .describe('What a tool asked of the session.'),
  z
    .strictObject({
      type: z.literal('countdown'),
      until: z.string().describe('When the user may speak again.'),
      seconds: z.number().describe('The same in seconds from now.'),
    })
    .describe('The user is kept out until then.'),
  z
    .strictObject({
      type: z.literal('ended'),
      reason: z
        .enum(['blocked', 'ended_by_assistant', 'client_left', 'replaced', 'idle', 'stopping', 'failed'])
        .describe('Why it ended.'),
    })
    .describe('The session is over.'),
  z
    .strictObject({ type: z.literal('error'), error: errorValue.describe('What is wrong.') })
    .describe('A message could not be accepted.'),
  z.strictObject({ type: z.literal('pong') }).describe('The answer to ping.'),
]);

export type VoiceRequest = z.output<typeof voiceRequest>;
export type VoiceMessage = z.output<typeof voiceMessage>;
