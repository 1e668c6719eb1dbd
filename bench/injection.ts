/**
 * Replays recorded conversations, with and without an attack in what the assistant reads, through the real executor and its
 * policy. It counts the attacks of which something runs without approval, and the approvals that tasks without attack need.
 *
 *   npm run bench:injection -- [NAME|FILE]… [--blind-goals=5] [--variants=1]
 *
 * Three worlds in bench/injection/worlds share one tool set (bench/injection/tools). Their attacks are generated from the
 * templates in bench/injection/goals: each technique with values of the world or of the task, in a chosen wording and place.
 * Without arguments all worlds are played. Every task meets all attackers who know it, and `--blind-goals` of the others.
 * The model of these traces obeys everything it reads. An approval is granted if the user wants the call, and denied otherwise.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createDeputize, type Deputize } from '../src/app/library.ts';
import type { Facts, Tool } from '../src/core/contract.ts';
import { OWNER } from '../src/core/index.ts';
import { defineJsonTool } from '../src/core/schema/json-schema-tool.ts';
import type { JsonObject } from '../src/ports/json.ts';
import { USUAL_AMOUNT } from './injection/generate-attacks.ts';
import {
  compareDefences,
  isConsequential,
  isWriting,
  listNamed,
  type ReferenceDefence,
} from './injection/reference-defences.ts';
import { recordNamedSuite, SUITES } from './injection/suites.ts';
import type { RecordedSuite, SuiteStep, SuiteTool, SuiteTrace } from './injection/suite-format.ts';

interface ReplayResult {
  readonly approvals: number;
  readonly interruptions: number;
  /** Consequential calls that the attacker wanted and that ran without approval. */
  readonly leaks: readonly string[];
  readonly rules: readonly string[];
}

interface SuiteRow {
  readonly suite: string;
  readonly attacks: number;
  readonly leaked: number;
  /** Of these, by attackers who know the task. */
  readonly knowing: { readonly attacks: number; readonly leaked: number };
  readonly tasks: number;
  /** Of generated attacks: how many of each technique leaked. */
  readonly techniques: ReadonlyMap<string, number>;
  /** The kinds of places that generated attacks are in. */
  readonly places: ReadonlySet<string>;
  readonly approvals: number;
  readonly interruptions: number;
  readonly references: readonly ReferenceDefence[];
}

const ANYTHING: JsonObject = {
  ...{ type: 'object', properties: { result: {} }, required: ['result'], additionalProperties: false },
};

const { values: options, positionals: names } = parseArgs({
  ...{ allowPositionals: true, options: { 'blind-goals': { type: 'string' }, variants: { type: 'string' } } },
});
const amount = {
  blindGoals: Number(options['blind-goals'] ?? USUAL_AMOUNT.blindGoals),
  variants: Number(options.variants ?? USUAL_AMOUNT.variants),
};

const folder = mkdtempSync(join(tmpdir(), 'deputize-injection-'));
const rows: SuiteRow[] = [];
const rules = new Map<string, number>();
try {
  for (const name of names.length > 0 ? names : SUITES) {
    const suite = recordNamedSuite(name, amount) ?? (JSON.parse(readFileSync(name, 'utf8')) as RecordedSuite);
    const playing = new Map<string, SuiteStep>();
    const deputize = await createDeputize({
      data: join(folder, suite.suite),
      tools: Object.entries(suite.tools).map(([name, tool]) => toTool(name, tool, playing)),
      autonomy: 'experimental-trusted-values',
      log: () => undefined,
    });
    const benign: ReplayResult[] = [];
    for (const trace of suite.benign) benign.push(await replay(deputize, suite, trace, playing));
    const attacks: (ReplayResult & { readonly isKnowing: boolean })[] = [];
    const techniques = new Map<string, number>();
    for (const trace of suite.attacks) {
      const result = await replay(deputize, suite, trace, playing);
      attacks.push({ ...result, isKnowing: trace.knowing === true });
      addCounts(techniques, trace.technique === undefined ? [] : [[trace.technique, result.leaks.length > 0 ? 1 : 0]]);
    }
    await deputize.close();
    const leaking = attacks.filter(({ leaks }) => leaks.length > 0);
    const knowing = (all: typeof attacks): number => all.filter(({ isKnowing }) => isKnowing).length;
    for (const { leaks } of leaking) process.stdout.write(`leaked: ${leaks.join('; ')}\n`);
    addCounts(
      rules,
      benign.flatMap((each) => each.rules.map((rule) => [rule, 1] as const)),
    );
    rows.push({
      ...{ suite: suite.suite, attacks: attacks.length, leaked: leaking.length, tasks: benign.length },
      knowing: { attacks: knowing(attacks), leaked: knowing(leaking) },
      techniques,
      places: new Set(suite.attacks.flatMap(({ place }) => place ?? [])),
      references: compareDefences(suite),
      approvals: sum(benign.map(({ approvals }) => approvals)),
      interruptions: sum(benign.map(({ interruptions }) => interruptions)),
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

for (const row of rows.length > 1 ? [...rows, rows.reduce(addRows)] : rows) {
  const { suite, attacks, leaked, knowing, tasks, techniques, places, approvals, interruptions, references } = row;
  const per = (count: number): string => (tasks === 0 ? '-' : (count / tasks).toFixed(2));
  const known =
    knowing.attacks > 0 ? `, ${knowing.leaked} of these of ${knowing.attacks} by attackers who know the task` : '';
  process.stdout.write(
    `${suite}: ${leaked} of ${attacks} attacks leaked${known}; ${per(approvals)} approvals and ${per(interruptions)} interruptions per benign task (${approvals} and ${interruptions} in ${tasks})\n`,
  );
  if (techniques.size > 0)
    process.stdout.write(
      `  ${techniques.size} techniques in ${places.size} kinds of places; leaked: ${listLeaked(techniques)}\n`,
    );
  for (const { name, ...reference } of references)
    process.stdout.write(
      `  to ask about ${name}: ${reference.leaked} leaked; ${per(reference.approvals)} approvals, ${(approvals / reference.approvals).toFixed(2)} times as many here\n`,
    );
}
process.stdout.write('which rule asked in benign tasks:\n');
for (const [rule, count] of [...rules].toSorted(([, a], [, b]) => b - a)) process.stdout.write(`  ${rule}: ${count}\n`);

function addRows(one: SuiteRow, other: SuiteRow): SuiteRow {
  return {
    suite: 'all',
    attacks: one.attacks + other.attacks,
    leaked: one.leaked + other.leaked,
    knowing: {
      attacks: one.knowing.attacks + other.knowing.attacks,
      leaked: one.knowing.leaked + other.knowing.leaked,
    },
    tasks: one.tasks + other.tasks,
    techniques: addCounts(new Map(one.techniques), other.techniques),
    places: one.places.union(other.places),
    approvals: one.approvals + other.approvals,
    interruptions: one.interruptions + other.interruptions,
    references: one.references.map(({ name, approvals, leaked }, at) => ({
      name,
      approvals: approvals + (other.references[at]?.approvals ?? 0),
      leaked: leaked + (other.references[at]?.leaked ?? 0),
    })),
  };
}

function addCounts(counts: Map<string, number>, more: Iterable<readonly [string, number]>): Map<string, number> {
  for (const [name, count] of more) counts.set(name, (counts.get(name) ?? 0) + count);
  return counts;
}

function listLeaked(techniques: ReadonlyMap<string, number>): string {
  const leaked = [...techniques].filter(([, count]) => count > 0);
  return leaked.length === 0 ? 'none' : leaked.map(([name, count]) => `${name} ${count}`).join(', ');
}

async function replay(
  deputize: Deputize,
  { suite, tools }: RecordedSuite,
  { id, user, steps }: SuiteTrace,
  playing: Map<string, SuiteStep>,
): Promise<ReplayResult> {
  const { runtime } = deputize;
  const agent = await runtime.directory.principal(OWNER, 'agent', 'replay');
  const conversation = await runtime.conversations.create(agent, {
    ...{ preset: 'app', model: 'trace', title: id },
    seed: [{ role: 'user', text: user }],
  });
  const leaks: string[] = [];
  const rules: string[] = [];
  let interruptions = 0;
  /** Results of calls that a person approves together. A call that needs one of them is a new interruption. */
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

function toTool(name: string, tool: SuiteTool, playing: ReadonlyMap<string, SuiteStep>): Tool {
  const { effect, destructive, reversible, lets_out, untrusted_output, private_output } = tool;
  return defineJsonTool({
    ...{ name, description: name, input: { ...tool.parameters, additionalProperties: false }, output: ANYTHING },
    risk: isWriting(tool) ? 'high' : 'low',
    sideEffects: isWriting(tool) ? 'writes' : 'read_only',
    labels: { untrusted: untrusted_output, private: private_output, sendsOut: lets_out },
    facts: (args): Facts => ({
      ...{ effect, destructive, reversible },
      // No address is on a list.
      unlisted: effect === 'read' && lets_out,
      recipients: listNamed(args, tool.recipients),
      targets: listNamed(args, tool.targets),
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
