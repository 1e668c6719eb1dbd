/** Loads a runtime with calls, approvals and confirm tokens, telling of every step. */
import { DeputizeError, toErrorValue } from '../../../src/core/index.ts';
import type { Deputize } from '../../../src/app/library.ts';
import type { Told, VerdictKind } from './crash-messages.ts';
import { pickInteger, type RandomSource } from '../cases/seeded-random.ts';

interface Ended {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
}

interface Waiting extends Ended {
  readonly approval: string;
}

const VERDICTS: readonly VerdictKind[] = ['approve', 'approve', 'mint', 'deny'];

export class Load {
  readonly #deputize: Deputize;
  readonly #name: string;
  readonly #random: RandomSource;
  readonly #tell: (told: Told) => void;
  readonly #waiting: Waiting[] = [];
  readonly #ended: Ended[] = [];
  #next = 0;

  constructor(deputize: Deputize, name: string, random: RandomSource, tell: (told: Told) => void) {
    this.#deputize = deputize;
    this.#name = name;
    this.#random = random;
    this.#tell = tell;
  }

  async step(): Promise<void> {
    const dice = this.#random();
    if (dice < 0.25) await this.#call('look_up');
    else if (dice < 0.5) await this.#call('append_line');
    else if (dice < 0.72) await this.#call('send_line');
    else if (dice < 0.95) await this.#decideOne();
    else await this.#repeatOne();
  }

  async #call(tool: string): Promise<void> {
    const id = `${this.#name}-${(this.#next += 1)}`;
    const args = { before: pickInteger(this.#random, 4) * 6, after: pickInteger(this.#random, 4) * 6 };
    this.#tell({ kind: 'begin', id, tool, args });
    const { outcome } = await this.#deputize.call(tool, args, { callId: id });
    this.#tell({ kind: 'outcome', id, outcome });
    if (outcome.state === 'pending') this.#waiting.push({ id, tool, args, approval: outcome.approval.id });
    else this.#ended.push({ id, tool, args });
  }

  async #decideOne(): Promise<void> {
    const [chosen] = this.#waiting.splice(pickInteger(this.#random, this.#waiting.length), 1);
    const verdict = VERDICTS[pickInteger(this.#random, VERDICTS.length)] ?? 'approve';
    if (chosen) await decide(this.#deputize, chosen, verdict, this.#tell);
  }

  async #repeatOne(): Promise<void> {
    const chosen = this.#ended[pickInteger(this.#random, this.#ended.length)];
    if (!chosen) return;
    const { outcome } = await this.#deputize.call(chosen.tool, chosen.args, { callId: chosen.id });
    this.#tell({ kind: 'outcome', id: chosen.id, outcome });
  }
}

/** Decides, and executes with the token where one was minted. */
export async function decide(
  deputize: Deputize,
  { id, tool, args, approval }: Waiting,
  verdict: VerdictKind,
  tell: (told: Told) => void,
): Promise<void> {
  tell({ kind: 'deciding', id, verdict });
  const decision = verdict === 'deny' ? 'deny' : 'approve';
  let token: string | undefined;
  try {
    const decided = await deputize.approvals.decide(approval, { decision, execute: verdict !== 'mint' });
    token = verdict === 'mint' ? decided.confirmToken : undefined;
    tell({ kind: 'decided', id, verdict, outcome: decided.outcome, token });
  } catch (error) {
    if (!(error instanceof DeputizeError)) throw error;
    return tell({ kind: 'too-late', id, code: toErrorValue(error).code });
  }
  if (token === undefined) return;
  tell({ kind: 'redeeming', id });
  const { outcome } = await deputize.call(tool, args, { confirmToken: token });
  tell({ kind: 'outcome', id, outcome });
}
