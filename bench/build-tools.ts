/** How long a thousand authored tools take to build, and to build again after one of them has changed. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildTools } from '../src/authoring/build.ts';
import { table } from './support/rounds.ts';

const TOOLS = 1_000;
const root = mkdtempSync(join(tmpdir(), 'deputize-build-'));

function writeTool(number: number): void {
  const folder = join(root, `sample-tool-${number}`);
  mkdirSync(folder);
  const schema = {
    toolId: `sample_tool_${number}`,
    version: '1.0.0',
    description: `Looks up entry ${number} of the sample list and says what stands there.`,
    category: 'retrieval',
    sideEffects: 'read_only',
    idempotent: true,
    requiresConfirmation: false,
    allowedModes: ['text', 'voice'],
    latencyBudgetMs: 800,
    parameters: {
      type: 'object',
      additionalProperties: false,
      required: ['query'],
      properties: {
        query: { type: 'string', description: 'What to look for', maxLength: 200, pattern: '^[^<>]+$' },
        top_k: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
        filters: { type: 'array', maxItems: 5, items: { type: 'string', enum: ['a', `b${number}`, 'c'] } },
        contact: { type: 'string', format: 'email' },
      },
    },
  };
  const sections = [
    'Summary',
    'Preconditions',
    'Postconditions',
    'Invariants',
    'Failure Modes',
    'Examples',
    'Common Mistakes',
  ];
  const prose = 'A sentence of ordinary length that says something about the tool. '.repeat(8);
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(schema, null, 2));
  writeFileSync(join(folder, 'doc_summary.md'), `Look up entry ${number}. Use it when the user asks for it by name.\n`);
  writeFileSync(
    join(folder, 'doc.md'),
    `# Sample ${number}\n\n${sections.map((name) => `## ${name}\n\n${prose}\n`).join('\n')}`,
  );
  writeFileSync(
    join(folder, 'handler.js'),
    `import { ErrorType } from '../_core/error-types.js';\n\nexport async function execute({ args }) {\n  if (args.query === '') return { ok: false, error: { type: ErrorType.NOT_FOUND, message: 'nothing', retryable: false } };\n  return { ok: true, data: { entry: ${number}, query: args.query } };\n}\n`,
  );
}

/** Wall time, and time of the processor: on a busy machine only the second says something about the builder. */
function timed(): { wall: number; cpu: number } {
  const [began, used] = [performance.now(), process.cpuUsage()];
  const result = buildTools(root);
  if (!result.ok) throw new Error(JSON.stringify(result.faults[0]));
  const { user, system } = process.cpuUsage(used);
  return { wall: performance.now() - began, cpu: (user + system) / 1_000 };
}

for (let number = 0; number < TOOLS; number += 1) writeTool(number);
const whole = timed();
const nothing = timed();
const changed = Array.from({ length: 5 }, (_, round) => {
  appendFileSync(join(root, `sample-tool-${round * 7}`, 'doc.md'), 'One more sentence.\n');
  return timed();
});
const slowest = changed.reduce((worst, round) => (round.wall > worst.wall ? round : worst));
const figure = ({ wall, cpu }: { wall: number; cpu: number }): string =>
  `${wall.toFixed(0)} ms (${cpu.toFixed(0)} ms of processor)`;
table([
  { measure: `${TOOLS} tools, from nothing`, figure: figure(whole), goal: 'under 5 s' },
  { measure: 'again, nothing changed', figure: figure(nothing), goal: 'under 200 ms' },
  { measure: 'again, one tool changed (slowest of 5)', figure: figure(slowest), goal: 'under 200 ms' },
]);
rmSync(root, { recursive: true });
