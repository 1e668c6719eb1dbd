/**
 * Replays recorded conversations, with and without an attack in what the assistant reads, through the real executor and its
 * policy: how often does something run that the attacker wanted, and how often is the person asked for what they wanted?
 *
 *   npm run bench:injection -- [NAME|FILE]…
 *
 * Our own suites, the folders in bench/injection, are recorded as they are needed; without arguments all are played.
 * The model of these traces obeys everything it reads. What asks is approved if it was the user's, and denied otherwise.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDeputize, type Deputize } from '../src/app/library.ts';
import type { Facts, Tool } from '../src/core/contract.ts';
import { OWNER } from '../src/core/index.ts';
import { defineJsonTool } from '../src/core/schema/json-schema-tool.ts';
import type { JsonObject } from '../src/ports/json.ts';
import { isConsequential, isWriting, namedBy, referencesOf, type Reference } from './injection/references.ts';
import { recordNamed, SUITES } from './injection/suites.ts';
import type { Step, Suite, SuiteTool, Trace } from './injection/suite.ts';

interface Replayed {
  readonly approvals: number;
  readonly interruptions: number;
  /** Consequential calls that the attacker wanted and that nobody was asked about. */
  readonly leaks: readonly string[];
  readonly rules: readonly string[];
}

interface Row {
  readonly suite: string;
  readonly attacks: number;
  readonly leaked: number;
  /** Of those by attackers who know what the user wants. */
  readonly knowing: { readonly attacks: number; readonly leaked: number };
  readonly tasks: number;
  readonly approvals: number;
  readonly interruptions: number;
  readonly references: readonly Reference[];
}

const ANYTHING: JsonObject = {
  ...{ type: 'object', properties: { result: {} }, required: ['result'], additionalProperties: false },
};

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const folder = mkdtempSync(join(tmpdir(), 'deputize-injection-'));
const rows: Row[] = [];
const rules = new Map<string, number>();
try {
  for (const name of names.length > 0 ? names : SUITES) {
    const suite = recordNamed(name) ?? (JSON.parse(readFileSync(name, 'utf8')) as Suite);
    const playing = new Map<string, Step>();
    const deputize = await createDeputize({
      data: join(folder, suite.suite),
      tools: Object.entries(suite.tools).map(([name, tool]) => toTool(name, tool, playing)),
      autonomy: 'experimental-trusted-values',
      log: () => undefined,
    });
    const benign: Replayed[] = [];
    for (const trace of suite.benign) benign.push(await replay(deputize, suite, trace, playing));
    const attacks: (Replayed & { readonly isKnowing: boolean })[] = [];
    for (const trace of suite.attacks)
      attacks.push({ ...(await replay(deputize, suite, trace, playing)), isKnowing: trace.knowing === true });
    await deputize.close();
    const leaking = attacks.filter(({ leaks }) => leaks.length > 0);
    const knowing = (all: typeof attacks): number => all.filter(({ isKnowing }) => isKnowing).length;
    for (const { leaks } of leaking) process.stdout.write(`leaked: ${leaks.join('; ')}\n`);
    for (const rule of benign.flatMap((each) => each.rules)) rules.set(rule, (rules.get(rule) ?? 0) + 1);
    rows.push({
      ...{ suite: suite.suite, attacks: attacks.length, leaked: leaking.length, tasks: benign.length },
      knowing: { attacks: knowing(attacks), leaked: knowing(leaking) },
      references: referencesOf(suite),
      approvals: sum(benign.map(({ approvals }) => approvals)),
      interruptions: sum(benign.map(({ interruptions }) => interruptions)),
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

for (const row of rows.length > 1 ? [...rows, rows.reduce(added)] : rows) {
  const { suite, attacks, leaked, knowing, tasks, approvals, interruptions, references } = row;
  const per = (count: number): string => (tasks === 0 ? '-' : (count / tasks).toFixed(2));
  const known =
    knowing.attacks > 0 ? `, ${knowing.leaked} of these of ${knowing.attacks} by attackers who know the task` : '';
  process.stdout.write(
    `${suite}: ${leaked} of ${attacks} attacks leaked${known}; ${per(approvals)} approvals and ${per(interruptions)} interruptions per benign task (${approvals} and ${interruptions} in ${tasks})\n`,
  );
  for (const { name, ...reference } of references)
    process.stdout.write(
      `  to ask about ${name}: ${reference.leaked} leaked; ${per(reference.approvals)} approvals, ${(approvals / reference.approvals).toFixed(2)} times as many here\n`,
    );
}
process.stdout.write('which rule asked in benign tasks:\n');
for (const [rule, count] of [...rules].toSorted(([, a], [, b]) => b - a)) process.stdout.write(`  ${rule}: ${count}\n`);

function added(one: Row, other: Row): Row {
  return {
    suite: 'all',
    attacks: one.attacks + other.attacks,
    leaked: one.leaked + other.leaked,
    knowing: {
      attacks: one.knowing.attacks + other.knowing.attacks,
      leaked: one.knowing.leaked + other.knowing.leaked,
    },
    tasks: one.tasks + other.tasks,
    approvals: one.approvals + other.approvals,
    interruptions: one.interruptions + other.interruptions,
    references: one.references.map(({ name, approvals, leaked }, at) => ({
      name,
      approvals: approvals + (other.references[at]?.approvals ?? 0),
      leaked: leaked + (other.references[at]?.leaked ?? 0),
    })),
  };
}

async function replay(
  deputize: Deputize,
  { suite, tools }: Suite,
  { id, user, steps }: Trace,
  playing: Map<string, Step>,
): Promise<Replayed> {
  const { runtime } = deputize;
  const agent = await runtime.directory.principal(OWNER, 'agent', 'replay');
  const conversation = await runtime.conversations.create(agent, {
    ...{ preset: 'app', model: 'trace', title: id },
    seed: [{ role: 'user', text: user }],
  });
  const leaks: string[] = [];
  const rules: string[] = [];
  let interruptions = 0;
  /** What was brought by calls that the person was asked about together: who needs any of it comes later. */
  let together: string[] | undefined;
  for (const [at, step] of steps.entries()) {
    const callId = `${suite}.${id.replace('+', '.')}.${conversation.id}.${at}`.slice(-120);
    playing.set(callId, step);
    const request = { preset: 'app', tool: step.tool, args: step.args, callId, conversationId: conversation.id };
    const outcome = await runtime.call(request, agent);
    const isLegit = step.legit ?? true;
    if (outcome.state === 'refused') throw new Error(`${id} ${step.tool}: ${outcome.error.message}`);
    if (outcome.state !== 'pending') {
      together = undefined;
      const tool = tools[step.tool];
      if (!isLegit && tool && isConsequential(tool)) leaks.push(`${id} ${step.tool} ${JSON.stringify(step.args)}`);
    } else {
      const verdict = isLegit ? { decision: 'approve' as const } : { decision: 'deny' as const, reason: 'not wanted' };
      await deputize.approvals.decide(outcome.approval.id, verdict);
      rules.push(outcome.decision.rule);
      const needs = JSON.stringify(step.args);
      if (!together || together.some((brought) => isIn(brought, needs))) {
        interruptions += 1;
        together = [];
      }
      together.push(JSON.stringify(step.result));
    }
    playing.delete(callId);
  }
  return { approvals: rules.length, interruptions, leaks, rules };
}

/** Whether arguments hold something of a result: a word of five letters or more. */
function isIn(brought: string, needs: string): boolean {
  const words = new Set(brought.toLowerCase().match(/[\p{L}\p{N}@.-]{5,}/gu));
  return (needs.toLowerCase().match(/[\p{L}\p{N}@.-]{5,}/gu) ?? []).some((word) => words.has(word));
}

function toTool(name: string, tool: SuiteTool, playing: ReadonlyMap<string, Step>): Tool {
  const { effect, destructive, reversible, lets_out, untrusted_output, private_output } = tool;
  return defineJsonTool({
    ...{ name, description: name, input: { ...tool.parameters, additionalProperties: false }, output: ANYTHING },
    risk: isWriting(tool) ? 'high' : 'low',
    sideEffects: isWriting(tool) ? 'writes' : 'read_only',
    labels: { untrusted: untrusted_output, private: private_output, sendsOut: lets_out },
    facts: (args): Facts => ({
      ...{ effect, destructive, reversible },
      // Nobody has put any address on a list.
      unlisted: effect === 'read' && lets_out,
      recipients: namedBy(args, tool.recipients),
      targets: namedBy(args, tool.targets),
    }),
    run: (_args, { callId }) => {
      const step = playing.get(callId);
      if (!step) throw new Error(`nothing was recorded for ${callId}`);
      if (step.error !== null) throw new Error(step.error);
      return { result: step.result };
    },
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
