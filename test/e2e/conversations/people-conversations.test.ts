/** Conversations of users who change: on every node, a removed user's conversation ends, and a new department applies at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { DeputizeServer } from '../../../src/app/server/serve.ts';
import { startScriptedModel, type ScriptedModel } from '../../../src/testing/scripted-model.ts';
import { openCompany, type Company } from '../../support/worlds/company.ts';
import type { Play } from '../../support/worlds/chat-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let company: Company;
let other: DeputizeServer;
let model: ScriptedModel;
let data: string;
let play: Play = () => ({ text: 'Hello.' });
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'moving-'));
  model = await startScriptedModel({ script: (request) => play(request) });
  const script = { provider: 'openai-compatible', model: 'scripted', url: model.url };
  company = await openCompany({ data }, { models: { script } });
  other = await company.node();
});
afterAll(async () => {
  await other.close();
  await company[Symbol.asyncDispose]();
  await model.close();
  await rm(data, { recursive: true, force: true });
});

describe('O7, R18: a conversation', () => {
  test('of a user who is removed on another node ends and cannot continue', async () => {
    const who = await company.newcomer();
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<{ text: string }>();
    play = () => {
      asked.resolve();
      return answer.promise;
    };
    const assistants = await company.server.assembly.assistants();
    const conversation = await assistants.begin(who.person, await assistants.find('organization'), 'hello');
    const turn = assistants.send(who.person, conversation.id, 'hello').then(
      ({ problem }) => problem?.code ?? 'none',
      (error: { code: string }) => error.code,
    );
    await asked.promise;
    await other.assembly.runtime.people.removeUser(company.admin, who.id);
    expect(['CANCELLED', 'UNAUTHENTICATED']).toContain(await turn);
    answer.resolve({ text: 'too late' });
    let questions = 0;
    play = () => {
      questions += 1;
      return { text: 'again' };
    };
    await assistants.pickUp();
    await (await other.assembly.assistants()).pickUp();
    expect(await company.server.assembly.runtime.conversations.unattended()).toEqual([]);
    expect(questions).toBe(0);
  });

  test('asks as who the user is now, from one step to the next', async () => {
    const who = await company.newcomer();
    const totals: number[] = [];
    play = async ({ results }) => {
      const last = results.at(-1);
      if (last) totals.push((JSON.parse(last.content) as { data: { total: number } }).data.total);
      if (totals.length === 1)
        await company.server.assembly.runtime.people.changeUser(company.admin, who.id, { departmentIds: [] });
      return totals.length < 2 ? { calls: [{ name: 'get_team_members', args: {} }] } : { text: 'Done.' };
    };
    const assistants = await company.server.assembly.assistants();
    const conversation = await assistants.begin(who.person, await assistants.find('organization'), 'who is there?');
    await assistants.send(who.person, conversation.id, 'who is there?');
    expect(totals).toHaveLength(2);
    expect(totals[0]).toBeGreaterThan(1);
    expect(totals[1]).toBe(0);
  });
});
