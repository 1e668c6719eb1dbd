/** The ways in which a person decides, none of them in the folder that the call was asked in. */
import type { Page } from 'playwright-core';
import { WebSocket } from 'ws';

import { waitForDecisions } from '../../../support/clients/decide-in-browser.ts';
import type { MatrixWorld, Outcome, Project } from './world.ts';

export interface WaitingCall {
  readonly callId: string;
  readonly approvalId: string;
  readonly url: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The project that it was asked in. */
  readonly project: Project;
}

export type ApproverDecision =
  { readonly kind: 'approve' | 'deny' | 'grant' } | { readonly kind: 'edit'; readonly content: string };

export interface MatrixApprover {
  decide(world: MatrixWorld, waiting: WaitingCall, decision: ApproverDecision): Promise<void>;
  undo(world: MatrixWorld, waiting: WaitingCall): Promise<void>;
}

const cli: MatrixApprover = {
  decide: async (world, { approvalId, args, project }, decision) => {
    const verb = decision.kind === 'deny' ? 'deny' : 'approve';
    const edited = decision.kind === 'edit' ? ['--args', JSON.stringify({ ...args, content: decision.content })] : [];
    const remembered = decision.kind === 'grant' ? ['--remember', 'always'] : [];
    const words = ['approvals', verb, approvalId, ...edited, ...remembered];
    await world.person.json<Outcome>(words, world.other(project.name).folder);
  },
  undo: async (world, { callId, project }) => {
    await world.person.json(['undo', callId], world.other(project.name).folder);
  },
};

const http: MatrixApprover = {
  decide: async (world, { approvalId, args }, decision) => {
    await world.http(world.personToken, 'POST', `/api/approvals/${approvalId}`, toVerdict(args, decision));
  },
  undo: async (world, { callId }) => {
    await world.http(world.personToken, 'POST', `/api/calls/${callId}/undo`, {});
  },
};

/** Undo has no message on the WebSocket: its clients undo over HTTP. */
const websocket: MatrixApprover = {
  decide: async (world, { approvalId, args }, decision) => {
    const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}/ws`, {
      headers: { authorization: `Bearer ${world.personToken}` },
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('open', () => {
        const verdict = toVerdict(args, decision);
        socket.send(JSON.stringify({ type: 'approval.decide', requestId: 'r1', approvalId, ...verdict }));
      });
      socket.on('message', (data: Buffer) => {
        const { requestId } = JSON.parse(data.toString('utf8')) as { requestId?: string };
        if (requestId === 'r1') resolve();
      });
    }).finally(() => socket.close());
  },
  undo: http.undo,
};

function toVerdict(args: WaitingCall['args'], decision: ApproverDecision): Record<string, unknown> {
  if (decision.kind === 'edit') return { decision: 'edit', modifiedArgs: { ...args, content: decision.content } };
  if (decision.kind === 'grant') return { decision: 'allow_always' };
  return { decision: decision.kind };
}

/** The console, wide or on a phone. */
const console = (size: 'desktop' | 'phone'): MatrixApprover => ({
  decide: async (world, { approvalId, project }, decision) => {
    const page = await world.page(size);
    await page.goto(`${world.server.url}/waiting/${approvalId}`);
    await page.locator('.item').getByText(`projects/${project.name}`).first().waitFor();
    await waitForDecisions(page);
    if (decision.kind === 'deny') {
      await press(page, 'Deny');
      await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    } else {
      if (decision.kind === 'grant') await page.getByLabel('Remember').selectOption('always');
      if (decision.kind === 'edit') {
        await press(page, 'Edit');
        await page.getByLabel('content').fill(decision.content);
      }
      await press(page, decision.kind === 'edit' ? 'Approve as changed' : 'Approve');
    }
    await page.locator('.actions:not(.settled)').waitFor({ state: 'detached' });
  },
  undo: async (world, { callId }) => {
    const page = await world.page(size);
    await page.goto(`${world.server.url}/activity/${callId}`);
    await press(page, 'Undo …');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.item .badge', { hasText: 'Undone' }).waitFor();
  },
});

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** The plain page that a notification's link opens. */
const notification: MatrixApprover = {
  decide: async (world, { url, args, project }, decision) => {
    const page = await world.page('phone');
    await page.goto(url);
    await page.getByText(`projects/${project.name}`).first().waitFor();
    if (decision.kind === 'grant') await page.getByLabel('Remember this decision').selectOption('always');
    if (decision.kind === 'edit') {
      await page.getByText('Change the arguments first').click();
      await page.getByLabel('Arguments, as JSON').fill(JSON.stringify({ ...args, content: decision.content }));
    }
    await press(page, decision.kind === 'deny' ? 'Deny' : 'Approve');
    await page.locator('.notice').first().waitFor();
  },
  undo: console('phone').undo,
};

export const approvers = {
  'cli elsewhere': cli,
  browser: console('desktop'),
  http,
  websocket,
  'notification link': notification,
  'phone page': console('phone'),
} as const;
export type ApproverName = keyof typeof approvers;
