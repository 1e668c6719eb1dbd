/** What a catalogue of 300 tools costs in tokens, and how often the right one is found: `node bench/catalogue.ts`. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import MiniSearch from 'minisearch';

import { estimateTokens } from '../src/core/catalogue/tokens.ts';
import { ToolIndex } from '../src/core/catalogue/tool-index.ts';
import { CATALOGUE, catalogueSets, countHits, type MeantTool } from './support/catalogue-set.ts';
import { costOfTurn } from './support/catalogue-turn.ts';
import { table } from './support/rounds.ts';

type Tools = ReturnType<typeof catalogueSets>[number]['tools'];

/** The same engine as it comes out of its box, over names, descriptions and parameters. */
function plainHits(tools: Tools, all: readonly MeantTool[]): { first: number; firstFive: number } {
  const index = new MiniSearch({ fields: ['name', 'description', 'parameters'], idField: 'name' });
  index.addAll(
    tools.map(({ name, description, input }) => ({ name, description, parameters: JSON.stringify(input.json) })),
  );
  const places = all.map(({ request, tool }) => index.search(request).findIndex(({ id }) => id === tool));
  return {
    first: places.filter((at) => at === 0).length,
    firstFive: places.filter((at) => at >= 0 && at < 5).length,
  };
}

// None of these is unseen: docs/decisions/2026-11-15-tools-are-found-by-words.md says what was found at first sight.
const sets = catalogueSets();
const percent = (part: number, of: number): string => `${Math.round((100 * part) / of)}%`;
const rows = [];
for (const { name, tools, requests: all } of sets) {
  const hits = await countHits(tools, all);
  const plain = plainHits(tools, all);
  rows.push({
    requests: `${name} (${hits.of})`,
    'first, first five': `${percent(hits.first, hits.of)}, ${percent(hits.firstFive, hits.of)}`,
    'plain engine': `${percent(plain.first, hits.of)}, ${percent(plain.firstFive, hits.of)}`,
    goal: name.startsWith('further') ? '' : 'at least 90% in the first five',
  });
}
table(rows);

const [first] = sets;
if (first === undefined) throw new Error('There is no catalogue to measure.');
const { tools, requests: hundred } = first;
const cost = await costOfTurn(tools, 'convert a currency');
process.stdout.write('\n');
table([
  { tokens: `the schemas of all ${CATALOGUE} tools`, count: cost.all, share: '100%', goal: '' },
  { tokens: 'the partial offer', count: cost.offer, share: percent(cost.offer, cost.all), goal: '' },
  {
    tokens: 'with one search, one documentation and its schema',
    count: cost.turn,
    share: percent(cost.turn, cost.all),
    goal: 'at most 15%',
  },
]);

const texts = sets
  .flatMap((set) => set.tools)
  .map(({ name, description, input }) => JSON.stringify({ name, description, parameters: input.json }));
const ratios = texts.map((text) => estimateTokens(text) / countTokens(text)).toSorted((a, b) => a - b);
const at = (share: number): string => (ratios[Math.floor(share * (ratios.length - 1))] ?? NaN).toFixed(2);
process.stdout.write(
  `\nestimated tokens by counted ones, ${texts.length} schemas: median ${at(0.5)}, from ${at(0.05)} to ${at(0.95)} for nine in ten\n`,
);

const many = Array.from({ length: 34 }, (_, copy) => tools.map((tool) => ({ ...tool, name: `s${copy}.${tool.name}` })));
const began = performance.now();
const large = await ToolIndex.of(many.flat().slice(0, 10_000));
const built = performance.now();
for (const { request } of hundred) large.search(request);
const each = (performance.now() - built) / hundred.length;
process.stdout.write(
  `10,000 tools: indexed once in ${(built - began).toFixed(0)} ms, then ${each.toFixed(1)} ms a search\n`,
);
