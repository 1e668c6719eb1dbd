/** What a keeper does for a confined service, and what it does not whatever it is asked. */
import { duplexPair } from 'node:stream';
import { expect, test } from 'vitest';

import { PortError } from '../../ports/port-error.ts';
import { connectDesktop, serveDesktop, type DesktopServices } from './desktop-services.ts';

const never = new AbortController().signal;

function world() {
  const done: string[] = [];
  let ended: unknown;
  const desk: DesktopServices = {
    clipboard: {
      formats: async () => ['text'],
      read: async (_, { maxBytes }) => {
        if (maxBytes < 5) throw new PortError('TOO_LARGE', 'There is more of it.', { maxBytes });
        return Buffer.from('words');
      },
      write: async (format, bytes) => void done.push(`${format} ${Buffer.from(bytes).toString()}`),
    },
    notifications: {
      hasActions: true,
      show: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject((ended = signal.reason)))),
    },
    apps: {
      find(name) {
        if (name !== 'editor') throw new PortError('OUT_OF_SCOPE', 'not one of the applications');
        return { name, target: '/usr/bin/editor' };
      },
      open: async ({ target }, args) => {
        done.push(`${target} ${args.join(' ')}`);
        return { pid: 7 };
      },
    },
    openPage: (url) => void done.push(url),
    notifyWaiting: ({ tool }) => void done.push(tool),
  };
  const [inside, outside] = duplexPair();
  serveDesktop(outside, desk);
  return { inside, outside, far: connectDesktop(inside), done, whyEnded: () => ended };
}

test('what is asked is done outside, and errors come back as they are', async () => {
  const { far, done } = world();
  expect(await far.clipboard.formats(never)).toEqual(['text']);
  expect(Buffer.from((await far.clipboard.read('text', { maxBytes: 9, signal: never })) ?? []).toString()).toBe(
    'words',
  );
  await expect(far.clipboard.read('text', { maxBytes: 2, signal: never })).rejects.toMatchObject({
    ...{ code: 'TOO_LARGE', details: { maxBytes: 2 } },
  });
  await far.clipboard.write('html', Buffer.from('<b>'), never);
  expect(await far.apps.open(await far.apps.find('editor'), ['a b'], never)).toEqual({ pid: 7 });
  far.notifyWaiting({ approvalId: 'a', tool: 'some.tool', risk: 'low', url: 'http://127.0.0.1/' });
  await expect.poll(() => done).toEqual(['html <b>', '/usr/bin/editor a b', 'some.tool']);
});

test('an application is looked up again, so that another program cannot replace it', async () => {
  const { far, done } = world();
  await expect(far.apps.open({ name: 'sh', target: '/usr/bin/editor' }, ['-c'], never)).rejects.toMatchObject({
    code: 'OUT_OF_SCOPE',
  });
  await far.apps.open({ name: 'editor', target: '/bin/sh' }, ['x'], never);
  expect(done).toEqual(['/usr/bin/editor x']);
});

test('who asks for anything else is not heard any more', async () => {
  for (const said of ['nonsense', '{"id":1,"wish":{"do":"run","program":"sh"}}', '{"id":"x"}']) {
    const { inside, outside } = world();
    inside.write(`${said}\n`);
    await expect.poll(() => outside.destroyed).toBe(true);
  }
});

test('a cancelled request ends on the other side', async () => {
  const { far, inside, outside, whyEnded } = world();
  const notice = { from: 'deputize', title: 'x', body: '', urgency: 'low', actions: [], waitMs: 1_000 } as const;
  const stop = new AbortController();
  const shown = far.notifications.show(notice, stop.signal);
  stop.abort(new Error('enough'));
  await expect(shown).rejects.toThrow('enough');
  await expect.poll(whyEnded).toBeInstanceOf(Error);
  const other = far.notifications.show(notice, never);
  inside.destroy();
  outside.destroy();
  await expect(other).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
});
