/** A catalogue of 300 tools stays cheap, and the right tool is found in it. The bounds are not timings: they hold everywhere. */
import { beforeAll, describe, expect, test } from 'vitest';

import { CATALOGUE, catalogueSets, countHits, type Hits } from '../../../bench/support/catalogue-set.ts';
import { costOfTurn } from '../../../bench/support/catalogue-turn.ts';
import { ToolIndex } from '../../../src/core/catalogue/tool-index.ts';
import { defineJsonTool } from '../../../src/core/schema/json-schema-tool.ts';

// The requests for the further tools of the larger corpus served to tune the search, so that they prove nothing.
const sets = catalogueSets().filter(({ requests }) => requests.length === 100);

/** The own requests found 89 when they were first tried, and stay as they were written. */
const GOALS = new Map([['own', 85]]);

describe.each(sets)('the catalogue $name', ({ name, tools, requests: hundred }) => {
  test('R15: a turn with one search and one documentation costs at most 15% of listing all schemas', async () => {
    for (const request of hundred.filter((_, at) => at % 20 === 0)) {
      const cost = await costOfTurn(tools, request.request);
      expect(cost.turn / cost.all, request.request).toBeLessThanOrEqual(0.15);
      expect(cost.offer / cost.all).toBeLessThanOrEqual(0.1);
    }
  });

  describe('the hundred requests', () => {
    const goal = GOALS.get(name) ?? 90;
    let hits: Hits;
    beforeAll(async () => {
      hits = await countHits(tools, hundred);
    });

    test('mean a hundred different tools among the 300, and copy no description', () => {
      expect(tools).toHaveLength(CATALOGUE);
      expect(hits.of).toBe(100);
      expect(new Set(hundred.map(({ tool }) => tool)).size).toBe(100);
      const descriptions = new Map(tools.map(({ name, description }) => [name, description.toLowerCase()]));
      for (const { request, tool } of hundred) expect(descriptions.get(tool)).not.toContain(request.toLowerCase());
    });

    test('find the right tool among the first five nearly always', () => {
      expect(hits.firstFive, hits.missed.map(({ request }) => request).join('\n')).toBeGreaterThanOrEqual(goal);
    });

    test('find it as often with a tool beside that claims to do everything', async () => {
      const words = [...new Set(hundred.flatMap(({ request }) => request.toLowerCase().split(/[^a-z]+/)))].join(' ');
      const hostile = defineJsonTool({
        name: `hostile.${words.replaceAll(' ', '_').slice(0, 100)}`,
        title: words,
        description: words,
        documentation: `## When to use\n${words}`,
        input: {
          type: 'object',
          additionalProperties: false,
          properties: { everything: { type: 'string', description: words } },
        },
        output: { type: 'object', additionalProperties: false },
        risk: 'low',
        run: () => ({}),
      });
      const index = await ToolIndex.of([hostile, ...tools]);
      const won = hundred.filter(({ request }) => index.search(request)[0] === hostile);
      expect(won.length).toBeLessThanOrEqual(3);
      expect((await countHits([hostile, ...tools], hundred)).firstFive).toBeGreaterThanOrEqual(goal);
    });
  });
});
