/** What 300 tools cost a model in tokens: all listed, and found one at a time. Counted by a real tokenizer, on a real runtime. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

import { createDeputize } from '../../src/app/library.ts';
import { OWNER, type Tool } from '../../src/core/index.ts';
import { toProvider } from '../../src/core/schema/providers.ts';
import { readResult } from '../../src/toolsets/session/read-result.ts';

export interface TurnCost {
  /** The schemas of all tools, in one request. */
  readonly all: number;
  /** What a request holds before anything was searched. */
  readonly offer: number;
  readonly search: number;
  readonly docs: number;
  /** The last request of a turn that searched once and read about one tool: everything above, and that tool's schema. */
  readonly turn: number;
}

const BUDGET_TOKENS = 4_000;

export async function costOfTurn(tools: readonly Tool[], request: string): Promise<TurnCost> {
  const data = mkdtempSync(join(tmpdir(), 'deputize-catalogue-'));
  const deputize = await createDeputize({ data, tools: [...tools, readResult] });
  try {
    const { catalogue, directory } = deputize.runtime;
    const acting = {
      principal: await directory.principal(OWNER, 'agent', 'bench'),
      preset: 'app',
      mode: 'text',
    } as const;
    const value = async <T>(tool: string, args: object): Promise<T> => {
      const result = await deputize.call<T>(tool, args);
      if (!result.ok) throw new Error(JSON.stringify(result.outcome));
      return result.value;
    };
    const cost = async (loaded: ReadonlySet<string>): Promise<number> => {
      const { tools: given, lines } = await catalogue.offer(acting, loaded, BUDGET_TOKENS);
      return countTokens(schemas(given)) + countTokens(lines);
    };
    const found = await value<{ tools: { name: string }[] }>('search_tools', { query: request });
    const first = found.tools[0]?.name ?? '';
    const read = await value('tool_docs', { names: [first] });
    const search = countTokens(JSON.stringify(found));
    const docs = countTokens(JSON.stringify(read));
    return {
      all: countTokens(schemas([...tools, readResult])),
      offer: await cost(new Set()),
      search,
      docs,
      turn: (await cost(new Set([first]))) + search + docs,
    };
  } finally {
    await deputize.close();
    rmSync(data, { recursive: true });
  }
}

const schemas = (tools: readonly Tool[]): string => JSON.stringify(toProvider('openai', tools).tools);
