/** Begins a call that never ends and says so, to be killed in the middle: `node recovered-child.ts DATA_FOLDER`. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

import { createDeputize, defineTool, type Tool } from '../../../src/app/library.ts';

export const CALL_ID = 'left-behind';

export function findItself(began: () => void, isEndless: boolean): Tool {
  return defineTool({
    name: 'find_itself',
    description: 'Finds itself.',
    input: z.strictObject({}),
    output: z.strictObject({ found: z.array(z.string()) }),
    risk: 'low',
    needs: ['catalogue'],
    timeoutMs: 600_000,
    run: async (_, { catalogue }) => {
      began();
      if (isEndless) await new Promise<never>(() => undefined);
      return { found: (await catalogue.search('find itself', 5)).tools.map(({ name }) => name) };
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tools = [findItself(() => void process.stdout.write('running\n'), true)];
  const deputize = await createDeputize({ data: process.argv[2] ?? '', tools });
  await deputize.call('find_itself', {}, { callId: CALL_ID });
}
