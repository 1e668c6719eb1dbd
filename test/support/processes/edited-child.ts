/** Runs a call with arguments that a person changed and never ends: `node edited-child.ts DATA_FOLDER TOOL`. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

import { createDeputize, defineTool, type Tool } from '../../../src/app/library.ts';

export const PROPOSED = { text: 'proposed' };
export const EDITED = { text: 'edited' };

/** `send_once` must not run again after a crash; `send_again` may. */
export function sendingTools(run: (text: string) => Promise<void>): Tool[] {
  return [false, true].map((idempotent) =>
    defineTool({
      ...{ name: idempotent ? 'send_again' : 'send_once', description: 'Sends a text.', idempotent },
      input: z.strictObject({ text: z.string() }),
      output: z.strictObject({ sent: z.string() }),
      ...{ risk: 'high', sideEffects: 'writes', confirmation: 'always', timeoutMs: 600_000 },
      run: async ({ text }) => {
        await run(text);
        return { sent: text };
      },
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [data = '', tool = ''] = process.argv.slice(2);
  const tools = sendingTools(() => {
    process.stdout.write('running\n');
    return new Promise<never>(() => undefined);
  });
  const deputize = await createDeputize({ data, tools });
  const { outcome } = await deputize.call(tool, PROPOSED, { callId: tool });
  if (outcome.state !== 'pending') throw new Error(outcome.state);
  setInterval(() => undefined, 1_000);
  await deputize.approvals.decide(outcome.approval.id, { decision: 'approve', modifiedArgs: EDITED });
}
