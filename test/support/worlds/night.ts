/** A machine that sleeps past its lease, and another one that takes it for dead. */
import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import type { Place } from './both-databases.ts';
import { countLines, crashTools } from '../crash/crash-tools.ts';
import { gatedTools, type Gate } from './gated-tools.ts';
import { SecondDoor } from '../processes/second-door.ts';

/** Only what sleeps is silent for so long; the one that judges is asked to when the time has come. */
export const SLEEPERS_LEASE_MS = 600;
export const OTHERS_LEASE_MS = 300;
export const SLEEP_MS = 1_000;

const within = ({ data }: Place) => ({
  effects: join(data, 'effects.txt'),
  gate: { waiting: join(data, 'waiting'), open: join(data, 'open') },
});

export class Night implements AsyncDisposable {
  readonly effects: string;
  readonly gate: Gate;
  readonly place: Place;
  readonly sleeper: SecondDoor;
  readonly other: Deputize;

  private constructor(place: Place, sleeper: SecondDoor, other: Deputize) {
    const { effects, gate } = within(place);
    this.place = place;
    this.sleeper = sleeper;
    this.other = other;
    this.effects = effects;
    this.gate = gate;
  }

  static async begin(place: Place, leaseMs = SLEEPERS_LEASE_MS): Promise<Night> {
    const { effects, gate } = within(place);
    const tools = [...crashTools(effects), ...gatedTools(effects, gate)];
    const limits = { leaseMs: OTHERS_LEASE_MS };
    const other = await createDeputize({ ...place, tools, limits, log: () => undefined });
    const options = { ...place, effects, gate, limits: { leaseMs } };
    return new Night(place, await SecondDoor.open(options, { name: 'sleeper' }), other);
  }

  /** It sleeps until the other has settled everything that it left and has forgotten it. */
  async sleep(): Promise<void> {
    this.sleeper.pause();
    await pause(SLEEP_MS);
    await this.other.runtime.tick();
    if ((await this.nodes()).length !== 1) throw new Error('it was not forgotten');
  }

  async isWaiting(): Promise<void> {
    while (!existsSync(this.gate.waiting)) await pause(20);
  }

  openGate(): void {
    writeFileSync(this.gate.open, '');
  }

  lines(callId: string): number {
    return countLines(this.effects).get(callId) ?? 0;
  }

  nodes = (): Promise<{ id: string; seen_at: number | string }[]> => this.#rows('select id, seen_at from nodes');

  async call(callId: string): Promise<{ state: string; node_id: string | null } | undefined> {
    const [row] = await this.#rows<{ state: string; node_id: string }>(
      `select state, node_id from calls where id = '${callId}'`,
    );
    return row;
  }

  async #rows<Row>(sql: string): Promise<Row[]> {
    const { data, postgres } = this.place;
    if (postgres === undefined) {
      const database = new DatabaseSync(join(data, 'deputize.db'), { readOnly: true, timeout: 10_000 });
      const rows = database.prepare(sql).all() as Row[];
      database.close();
      return rows;
    }
    const client = new Client({ connectionString: postgres });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows as Row[];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sleeper[Symbol.asyncDispose]();
    await this.other.close();
  }
}
