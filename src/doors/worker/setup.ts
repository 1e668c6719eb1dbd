/** The first access to a Worker: a request with the setup key gets a sign-in link or an access token. */
import { Hono } from 'hono';
import { z } from 'zod';

import { DeputizeError, OWNER, toErrorValue, type Runtime } from '../../core/index.ts';

interface SetupOptions {
  readonly runtime: Runtime;
  readonly origin: () => string;
  readonly key: string;
}

export function createSetup({ runtime, origin, key }: SetupOptions): Hono {
  const setup = new Hono();
  const owner = () => runtime.directory.principal(OWNER, 'person', 'setup');
  setup.onError((error, context) => {
    const value = toErrorValue(error instanceof z.ZodError ? invalidNameError() : error);
    return context.json(
      { error: value },
      value.code === 'NOT_FOUND' ? 404 : value.code === 'INVALID_REQUEST' ? 400 : 500,
    );
  });
  setup.use('*', async (context, next) => {
    const [scheme, given = ''] = (context.req.header('authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() === 'bearer' && (await isSame(given, key))) return next();
    const error = new DeputizeError('UNAUTHENTICATED', 'Send the setup key as "Authorization: Bearer …".');
    return context.json({ error: error.toJSON() }, 401);
  });
  setup.post('/sign-in-link', async (context) => {
    const link = await runtime.credentials.createSignInLink(OWNER);
    return context.json({ url: `${origin()}/sign-in?link=${link}` }, 200, { 'cache-control': 'no-store' });
  });
  setup.post('/tokens', async (context) => {
    const { name = 'agent' } = asked.parse(await context.req.json().catch(() => ({})));
    const made = await runtime.credentials.createToken(await owner(), { scope: 'agent', name });
    return context.json(made, 200, { 'cache-control': 'no-store' });
  });
  setup.get('/tokens', async (context) =>
    context.json({ tokens: await runtime.credentials.listTokens(await owner()) }),
  );
  setup.delete('/tokens/:id', async (context) => {
    await runtime.credentials.revokeToken(await owner(), context.req.param('id'));
    return context.json({ revoked: context.req.param('id') });
  });
  return setup;
}

const asked = z.object({ name: z.string().min(1).max(100).optional() });

const invalidNameError = (): DeputizeError =>
  new DeputizeError('INVALID_REQUEST', 'A name is a text of up to 100 characters.');

/** Compares digests, so that the time does not depend on how much of the key is right. */
async function isSame(given: string, wanted: string): Promise<boolean> {
  const digest = async (text: string): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const [one, other] = await Promise.all([digest(given), digest(wanted)]);
  let difference = 0;
  for (const [at, byte] of one.entries()) difference |= byte ^ (other[at] ?? 0);
  return difference === 0;
}
