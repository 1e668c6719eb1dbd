/** A ledger whose processes are killed, with everything that they reported. */
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import { decide } from './crash-load.ts';
import { History } from './crash-history.ts';
import type { Told } from './crash-messages.ts';
import { startCrashProcess, type CrashProcess } from './crash-process.ts';
import { countLines, crashTools } from './crash-tools.ts';
import { pickInteger, type RandomSource } from '../cases/seeded-random.ts';

export class CrashWorld {
  readonly folder = mkdtempSync(join(tmpdir(), 'deputize-crash-'));
  readonly data = join(this.folder, 'data');
  readonly effects = join(this.folder, 'effects.txt');
  readonly history = new History();
  readonly random: RandomSource;
  readonly #postgres: string | undefined;
  #started = 0;

  constructor(random: RandomSource, postgres?: string) {
    this.random = random;
    this.#postgres = postgres;
  }

  open(): Promise<Deputize> {
    const postgres = this.#postgres === undefined ? {} : { postgres: this.#postgres };
    return createDeputize({ data: this.data, tools: crashTools(this.effects), ...postgres });
  }

  /** Handles the messages of the process at once, unless the test passes another handler. */
  start(lanes: number, env: Record<string, string> = {}, hear = this.hear): CrashProcess {
    const { data, effects } = this;
    const name = `p${(this.#started += 1)}`;
    const seed = pickInteger(this.random, 2 ** 31);
    return startCrashProcess({ data, effects, postgres: this.#postgres, name, seed, lanes }, hear, env);
  }

  readonly hear = (told: Told): void => this.history.hear(told);

  lines(): Map<string, number> {
    return countLines(this.effects);
  }

  /** Decides, from this process, about calls that others proposed: at the same moment as they may. */
  async decideSome(deputize: Deputize, count: number): Promise<void> {
    const open = [...this.history.calls.values()].filter(({ approval, decided, tooLate }) => {
      return approval !== undefined && decided === undefined && !tooLate;
    });
    for (const { id, tool, args, approval = '' } of open.slice(-count)) {
      const verdict = (['approve', 'deny', 'mint'] as const)[pickInteger(this.random, 3)] ?? 'deny';
      await decide(deputize, { id, tool, args, approval }, verdict, (told) => this.history.hear(told));
    }
  }

  /** Reads the ledger from the database, without the runtime. */
  async rows<Row>(sql: string): Promise<Row[]> {
    if (this.#postgres === undefined) {
      const database = new DatabaseSync(join(this.data, 'deputize.db'), { readOnly: true, timeout: 10_000 });
      try {
        return database.prepare(sql).all() as Row[];
      } finally {
        database.close();
      }
    }
    const client = new Client({ connectionString: this.#postgres });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
