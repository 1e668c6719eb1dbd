/** The desktop preset for the cautious: asked about everything, quiet at night, a shell in a sandbox, and nothing where there is no session. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';

import { assemble } from '../../../src/app/assemble/assemble.ts';
import { readNote } from '../../../src/app/automation/socket-path.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { environmentOf, withoutSession } from '../../support/worlds/desktop-session.ts';
import { codeOf, DesktopWorld } from '../../support/worlds/desktop-world.ts';

vi.setConfig({ testTimeout: 120_000 });

const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toTimeString().slice(0, 5);

describe('D2: settings for the cautious', () => {
  test('everything can ask, looking too', async () => {
    await using world = await DesktopWorld.open({ desktop: { ask: 'everything' } });
    const asked = await world.pending('files.list_dir', { path: world.docs });
    expect(asked.decision.rule).toBe('everything-asks');
    expect((await world.decide(asked.approval.id)).outcome).toMatchObject({ state: 'ok' });
  });

  test('in quiet hours nothing is done without the person, and no notification is shown', async () => {
    await using world = await DesktopWorld.open({
      desktop: { quietHours: { from: hoursFromNow(-1), to: hoursFromNow(1) } },
    });
    const asked = await world.pending('files.list_dir', { path: world.docs });
    expect(asked.decision.rule).toBe('set-to-ask');
  });
});

describe('D1: shell.run', () => {
  test('that was switched on asks each time with the exact command, and runs in the sandbox', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shell-'));
    try {
      await using world = await DesktopWorld.open({
        desktop: { shell: { folder: '$SHELL_FOLDER' } },
        env: { ...withoutSession(), SHELL_FOLDER: folder },
      });
      writeFileSync(join(folder, 'a.txt'), 'one\n');
      const command = 'cat a.txt; id -u; ls / | tr "\\n" " "; echo new > b.txt';
      const asked = await world.pending('shell.run', { command });
      const person = await world.assembly.owner('person', 'test');
      expect(await world.assembly.runtime.approvals.show(asked.approval.id, person)).toMatchObject({
        risk: 'high',
        preview: { parts: [{ label: 'The exact command', text: command }, {}, {}] },
      });
      const { outcome } = await world
        .decide(asked.approval.id, { remember: 'always' })
        .catch(() => world.decide(asked.approval.id));
      expect(outcome).toMatchObject({ state: 'ok', value: { exitCode: 0, stdout: expect.stringContaining('one') } });
      expect(JSON.stringify(outcome)).not.toContain('root');
      expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('new\n');
      // No grant takes the place of a yes.
      expect((await world.call('shell.run', { command })).state).toBe('pending');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('D4: the service', () => {
  test('does not start on folders that hold what belongs to Deputize', async () => {
    await expect(DesktopWorld.open({ scopes: { paths: [tmpdir()] } })).rejects.toThrow(
      'which belongs to Deputize itself',
    );
  });

  test('that is started for a call is given no keys of the one who started it, and ends with it', async () => {
    await using world = await DesktopWorld.open();
    await world.stopService();
    process.env['OPENAI_API_KEY'] = 'not-for-you';
    const assembly = await assemble({ data: world.data, log: () => undefined });
    try {
      const agent = await assembly.owner('agent', 'test');
      const call = { tool: 'files.list_dir', args: { path: world.docs }, preset: 'desktop' };
      expect(await assembly.runtime.call(call, agent)).toMatchObject({ state: 'ok' });
      const pid = readNote(world.data)?.pid ?? 0;
      expect(environmentOf(pid).filter((entry) => entry.includes('not-for-you'))).toEqual([]);
      expect(environmentOf(pid).some((entry) => entry.startsWith('PATH='))).toBe(true);
      // Its key file holds only the public key.
      expect(existsSync(join(world.data, 'keys', 'signing.public.json'))).toBe(true);
      expect(readFileSync(join(world.data, 'keys', 'signing.public.json'), 'utf8')).not.toContain('"d"');
    } finally {
      delete process.env['OPENAI_API_KEY'];
      await assembly.close();
    }
    expect(readNote(world.data)).toBeUndefined();
  });

  test('R16: takes nothing from a setting that would switch on what the configuration has off', async () => {
    await using world = await DesktopWorld.open();
    const person = await world.assembly.owner('person', 'test');
    const allowed = world.assembly.runtime.changeSetting('user', person.userId, 'desktop/shell.run', 'allow', person);
    await expect(allowed).rejects.toThrow('no tool that may run without asking');
    await world.assembly.runtime.changeSetting('user', person.userId, 'desktop/*', 'allow', person);
    expect(codeOf(await world.call('shell.run', { command: 'id' }))).toBe('BLOCKED');
  });
});

describe('D5: without a session', () => {
  test('what is missing is named, and everything else works', async () => {
    await using world = await DesktopWorld.open();
    const read = await world.call('clipboard.read', {});
    expect(read).toMatchObject({
      state: 'failed',
      error: { code: 'NOT_AVAILABLE', message: expect.stringContaining('display') },
    });
    const told = await world.call('notify.send', { title: 'x' });
    expect(told).toMatchObject({
      state: 'failed',
      error: { code: 'NOT_AVAILABLE', message: expect.stringContaining('D-Bus') },
    });
    expect(await world.call('files.list_dir', { path: world.docs })).toMatchObject({ state: 'ok' });
    const { json } = await deputize(['doctor', '--data', world.data], {
      env: { DISPLAY: '', WAYLAND_DISPLAY: '', DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' },
    });
    const checks = json['checks'] as { name: string; ok: boolean; found: string; mend?: string }[];
    expect(checks.find(({ name }) => name === 'clipboard')).toMatchObject({
      ok: false,
      mend: expect.stringContaining('graphical session'),
    });
    expect(checks.find(({ name }) => name === 'scopes')).toMatchObject({
      ok: true,
      found: expect.stringContaining(world.docs),
    });
    expect(checks.find(({ name }) => name === 'automation')).toMatchObject({ ok: true });
  });
});
