/** The messages of tools that are meant for the session itself, and not for the client. */
import { z } from 'zod';

import { BLOCK_SECONDS } from './voice-block-store.ts';

const farewellMessage = z.string().min(1).max(1_000);

const toolMessage = z.discriminatedUnion('type', [
  /** The user may not speak for so long, from now on. */
  z.strictObject({
    type: z.literal('timeout'),
    durationSeconds: z.int().min(BLOCK_SECONDS.least).max(BLOCK_SECONDS.most),
    timeoutUntil: z.number(),
    farewellMessage,
  }),
  /** What is said last. */
  z.strictObject({ type: z.literal('farewell'), farewellMessage }),
]);

type ToolMessage = z.output<typeof toolMessage>;

const OURS: ReadonlySet<unknown> = new Set(['timeout', 'farewell']);

/** Undefined for a message to the client. Throws when one of ours is not as it should be. */
export function readToolMessage(message: { readonly [key: string]: unknown }): ToolMessage | undefined {
  return OURS.has(message['type']) ? toolMessage.parse(message) : undefined;
}
