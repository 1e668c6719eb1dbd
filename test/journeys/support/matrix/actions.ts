/** What happens between asking and the end, and what every folder then holds. */
import { expect } from 'vitest';

import { askers, desktopChange, type AskerName } from './askers.ts';
import { approvers, type ApproverName, type ApproverDecision, type WaitingCall } from './approvers.ts';
import { FILE, ORIGINAL, type MatrixWorld, type Outcome, type Project, type ProjectName } from './world.ts';

export interface MatrixRow {
  readonly asker: AskerName;
  readonly approver: ApproverName;
  readonly action: ActionName;
  readonly project: ProjectName;
}

interface Scene {
  readonly world: MatrixWorld;
  readonly row: MatrixRow;
  readonly project: Project;
  /** Differs in every row, so that no row meets a question of another. */
  readonly content: string;
  readonly ask: (project: Project) => Promise<Outcome>;
  readonly decide: (waiting: WaitingCall, decision: ApproverDecision) => Promise<void>;
}

type Action = (scene: Scene) => Promise<void>;

const approve: Action = async (scene) => {
  await scene.decide(await waitIn(scene), { kind: 'approve' });
  await expectContents(scene, scene.content);
  await expectCollected(scene);
};

const edit: Action = async (scene) => {
  const content = `edited by a person: ${scene.content}`;
  await scene.decide(await waitIn(scene), { kind: 'edit', content });
  await expectContents(scene, content);
};

const deny: Action = async (scene) => {
  const waiting = await waitIn(scene);
  await scene.decide(waiting, { kind: 'deny' });
  await expectState(scene, waiting, 'denied');
  await expectContents(scene, ORIGINAL);
};

/** A grant holds in the project that it was given in, and in no other. */
const grant: Action = async (scene) => {
  const { world, project, content, ask } = scene;
  await scene.decide(await waitIn(scene), { kind: 'grant' });
  await expectContents(scene, content);
  world.resetFiles();
  // The first answer after a decision may be that decision's outcome; the call after it is a new one.
  for (let tries = 0; tries < 2; tries += 1) expect(['ok', 'reported']).toContain((await ask(project)).state);
  await expectContents(scene, content);
  const elsewhere = await waitIn({ ...scene, project: world.other(project.name) });
  await scene.decide(elsewhere, { kind: 'deny' });
  await expectContents(scene, content);
  for (const { id } of (await grantsOf(world)).grants) await world.person.json(['grants', 'revoke', id]);
};

const grantsOf = (world: MatrixWorld) => world.person.json<{ grants: { id: string }[] }>(['grants', 'list']);

/** The same question in the same project joins the first; in another project it is another question. */
const repeat: Action = async (scene) => {
  const { world, project, row } = scene;
  const first = await waitIn(scene);
  const again = await waitIn(scene);
  // Calls of a conversation have ids of their own, so each of them is a question by itself.
  if (row.asker !== 'chat') expect(again.approvalId).toBe(first.approvalId);
  const elsewhere = await waitIn({ ...scene, project: world.other(project.name) });
  expect(elsewhere.approvalId).not.toBe(first.approvalId);
  await scene.decide(first, { kind: 'approve' });
  await expectContents(scene, scene.content);
  await scene.decide(elsewhere, { kind: 'deny' });
  if (again.approvalId !== first.approvalId) await scene.decide(again, { kind: 'deny' });
  await expectContents(scene, scene.content);
};

const undo: Action = async (scene) => {
  const waiting = await waitIn(scene);
  await scene.decide(waiting, { kind: 'approve' });
  await expectContents(scene, scene.content);
  await approvers[scene.row.approver].undo(scene.world, waiting);
  await expectContents(scene, ORIGINAL);
  await expectState(scene, waiting, 'undone');
};

const askerDead: Action = async (scene) => {
  const waiting = await waitIn(scene);
  await askers[scene.row.asker].die?.(scene.world, scene.project);
  await scene.decide(waiting, { kind: 'approve' });
  await expectContents(scene, scene.content);
};

const serverKilled: Action = async (scene) => {
  const waiting = await waitIn(scene);
  await scene.world.server.kill();
  await scene.world.startServer();
  const url = waiting.url.replace(/^https?:\/\/[^/]+/, scene.world.server.url);
  await scene.decide({ ...waiting, url }, { kind: 'approve' });
  await expectContents(scene, scene.content);
};

export const actions = {
  ...{ approve, edit, deny, grant, repeat, undo },
  'asking process dead': askerDead,
  'kill -9 between': serverKilled,
} as const;
export type ActionName = keyof typeof actions;

/** Expects of one row: an agent's credential is refused, the person's decision counts, and only one folder changes. */
export async function expectRow(world: MatrixWorld, row: MatrixRow, number: number): Promise<void> {
  world.resetFiles();
  const content = `row ${number}: ${row.asker}, ${row.approver}, ${row.action}\n`;
  const scene: Scene = {
    ...{ world, row, content, project: world.project(row.project) },
    ask: (project) => askers[row.asker].ask(world, project, { path: FILE, content }),
    decide: async (waiting, decision) => {
      await expectAgentRefused(world, waiting);
      await approvers[row.approver].decide(world, waiting, decision);
    },
  };
  await actions[row.action](scene);
}

async function waitIn({ row, project, content, ask, world }: Scene): Promise<WaitingCall> {
  const { state, callId, approval, error } = await ask(project);
  expect({ state, error }).toEqual({ state: 'pending', error: undefined });
  const { id: approvalId = '', url = `${world.server.url}/approvals/${approval?.id ?? ''}` } = approval ?? {};
  const args = row.asker === 'automation' ? desktopChange(project.folder, content) : { path: FILE, content };
  return { callId, approvalId, url, args, project };
}

async function expectAgentRefused(world: MatrixWorld, { approvalId, project }: WaitingCall): Promise<void> {
  for (const token of [world.agentToken, project.token]) {
    const path = `/api/approvals/${approvalId}`;
    const { status } = await world.http(token, 'POST', path, { decision: 'approve' });
    expect(status).toBe(403);
  }
}

/** This project's file has this content; every other folder is as it was. */
async function expectContents({ world, row }: Scene, content: string): Promise<void> {
  const own = (): string | undefined => world.snapshot()[row.project]?.[FILE];
  await expect.poll(own).toBe(content);
  const folders = Object.fromEntries(
    [...world.projects.keys()].map((name) => [name, { [FILE]: name === row.project ? content : ORIGINAL }]),
  );
  expect(world.snapshot()).toEqual({ ...folders, own: {}, home: {} });
}

async function expectState({ world }: Scene, { callId }: WaitingCall, state: string): Promise<void> {
  const shown = async () =>
    (await world.http<{ state: string }>(world.personToken, 'GET', `/api/calls/${callId}`)).body;
  await expect.poll(async () => (await shown()).state).toBe(state);
}

/** The one who asked learns the outcome by asking again, where its protocol has no other way. */
async function expectCollected({ row, ask, project, world }: Scene): Promise<void> {
  if (!row.asker.startsWith('mcp')) return;
  expect((await ask(project)).state).toBe('ok');
  expect(world.snapshot()[row.project]?.[FILE]).toContain(row.asker);
}
