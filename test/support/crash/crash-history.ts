/** What the parent knows from the messages: which calls began, what was acknowledged, and which states are possible. */
import { isDeepStrictEqual } from 'node:util';

import type { Outcome } from '../../../src/core/index.ts';
import type { Told, VerdictKind } from './crash-messages.ts';

export interface KnownCall {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  /** The approval, once the caller knows that the call waits. */
  approval?: string;
  /** What some caller was answered in the end. */
  final?: Outcome;
  decided?: VerdictKind;
  token?: string | undefined;
  readonly deciding: VerdictKind[];
  redeeming: boolean;
  tooLate: boolean;
}

export class History {
  readonly calls = new Map<string, KnownCall>();
  /** Answers that no caller should ever get here. */
  readonly contradictions: string[] = [];

  hear(told: Told): void {
    if (told.kind === 'ready') return;
    if (told.kind === 'begin') {
      const { id, tool, args } = told;
      this.calls.set(id, { id, tool, args, deciding: [], redeeming: false, tooLate: false });
      return;
    }
    const call = this.calls.get(told.id);
    if (!call) throw new Error(`told of a call that was never begun: ${told.id}`);
    switch (told.kind) {
      case 'outcome':
        this.#answered(call, told.outcome);
        return;
      case 'deciding':
        call.deciding.push(told.verdict);
        return;
      case 'decided':
        if (call.decided !== undefined) this.contradictions.push(`${call.id} was decided twice`);
        call.decided = told.verdict;
        call.token = told.token;
        this.#answered(call, told.outcome);
        return;
      case 'too-late':
        call.tooLate = true;
        if (told.code !== 'ALREADY_DECIDED') this.contradictions.push(`${call.id}: a late decision got ${told.code}`);
        return;
      case 'redeeming':
        call.redeeming = true;
        return;
    }
  }

  #answered(call: KnownCall, outcome: Outcome): void {
    if (outcome.state === 'pending') {
      call.approval = outcome.approval.id;
      if (call.final) this.contradictions.push(`${call.id} waits again after it had ended`);
      return;
    }
    const isDenial = outcome.state === 'refused' && outcome.error.code === 'DENIED' && call.decided === 'deny';
    if (outcome.state !== 'ok' && !isDenial)
      this.contradictions.push(`${call.id} was answered ${JSON.stringify(outcome)}`);
    if (call.final && !isDeepStrictEqual(call.final, outcome))
      this.contradictions.push(`${call.id} was answered in two ways`);
    call.final = outcome;
  }
}

const AFTER: Record<VerdictKind, readonly string[]> = {
  approve: ['ok', 'unknown'],
  deny: ['denied'],
  mint: ['proposed', 'ok', 'unknown'],
};

/** The states that the ledger may show for a call whose end was not reported. */
export function possibleStates(call: KnownCall): readonly string[] {
  if (call.approval === undefined) {
    const ran = { look_up: ['ok'], append_line: ['ok', 'unknown'] }[call.tool] ?? ['awaiting_approval'];
    return ['absent', ...ran];
  }
  if (call.decided === 'mint') return call.redeeming ? AFTER.mint : ['proposed'];
  const open = call.tooLate ? [] : ['awaiting_approval'];
  return [...open, ...call.deciding.flatMap((verdict) => (verdict === 'mint' ? ['proposed'] : AFTER[verdict]))];
}
