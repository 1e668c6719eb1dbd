/** One folder with every door on it, and all that was asked and answered at any of them. */
import { mkdirSync, readdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startScriptedModel, type ScriptedModel } from '../../../../src/testing/scripted-model.ts';
import type { DecidedMessage } from '../../../../src/wire/messages.ts';
import { accessToken, ask } from '../../processes/cli.ts';
import { countLines } from '../crash-tools.ts';
import { pickInteger, type RandomSource } from '../../cases/seeded-random.ts';
import type { Door, DoorCall, Told } from './door.ts';

export interface Asked extends DoorCall {
  readonly door: string;
  told?: Told;
  deciding?: 'approve' | 'deny';
  decided?: DecidedMessage;
}

export class DoorsWorld {
  readonly folder = mkdtempSync(join(tmpdir(), 'deputize-doors-'));
  readonly data = join(this.folder, 'data');
  readonly workspace = join(this.folder, 'workspace');
  readonly random: RandomSource;
  readonly asked = new Map<string, Asked>();
  tokens = { agent: '', person: '' };
  #model: ScriptedModel | undefined;
  #next = 0;

  constructor(random: RandomSource) {
    this.random = random;
    mkdirSync(this.workspace);
    mkdirSync(this.data);
  }

  async open(): Promise<void> {
    this.#model = await startScriptedModel({
      script: ({ user, results }) => {
        if (results.length > 0) return { text: toldBy(results[0]?.content ?? '') };
        const { tool, args } = JSON.parse(user) as DoorCall;
        return { calls: [{ name: tool, args: JSON.stringify(args) }] };
      },
    });
    const model = `{ provider: openai-compatible, model: scripted, url: '${this.#model.url}' }`;
    writeFileSync(join(this.data, 'deputize.yaml'), `presets: [workspace]\nmodels: { script: ${model} }\n`);
    const [agent, person] = await Promise.all([accessToken(this.data, 'agent'), accessToken(this.data, 'person')]);
    this.tokens = { agent, person };
  }

  /** How often each line was written. */
  lines(): Map<string, number> {
    const files = readdirSync(this.workspace).filter((name) => name.endsWith(RAN));
    return new Map(files.flatMap((name) => [...countLines(join(this.workspace, name))]));
  }

  /** Looks, leaves a line, or wants something deleted: through this door, as the dice say. */
  async step(door: Door): Promise<Asked> {
    const id = `call-${(this.#next += 1)}`;
    const dice = this.random();
    if (dice < 0.3) return this.#ask(door, { id, tool: 'list_directory', args: { path: '.' } });
    if (dice < 0.7) return this.#ask(door, { id, tool: 'run_code', args: { language: 'bash', code: appending(id) } });
    writeFileSync(join(this.workspace, `${id}.txt`), 'to be deleted');
    return this.#ask(door, { id, tool: 'delete_file', args: { path: `${id}.txt` } });
  }

  /** A person's decision about one that waits. */
  async decideOne(url: string): Promise<void> {
    const open = [...this.asked.values()].filter(({ told, deciding }) => told?.approval && deciding === undefined);
    const chosen = open[pickInteger(this.random, open.length)];
    const approval = chosen?.told?.approval?.id;
    if (!chosen || approval === undefined) return;
    const decision = this.random() < 0.6 ? 'approve' : 'deny';
    chosen.deciding = decision;
    const { body } = await ask<DecidedMessage>(url, `/api/approvals/${approval}`, this.tokens.person, { decision });
    chosen.decided = body;
  }

  rows<Row>(sql: string): Row[] {
    const database = new DatabaseSync(join(this.data, 'deputize.db'), { readOnly: true, timeout: 10_000 });
    try {
      return database.prepare(sql).all() as Row[];
    } finally {
      database.close();
    }
  }

  async remove(): Promise<void> {
    await this.#model?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #ask(door: Door, call: DoorCall): Promise<Asked> {
    const asked: Asked = { ...call, door: door.name };
    this.asked.set(call.id, asked);
    asked.told = await door.call(call);
    return asked;
  }
}

const RAN = '.ran';
/** Each call has its own file: of two runs that change one file at the same time, the later one leaves it alone. */
const appending = (id: string): string => `echo ${id} >> ${id}${RAN}`;

/** What the tool's result says, in the words of the door. */
function toldBy(content: string): string {
  const { success, error } = JSON.parse(content) as { success: boolean; error?: unknown };
  return JSON.stringify(success ? { state: 'ok' } : { state: 'failed', error });
}
