/** A server for an organization, with an administrator and the users that a test invites. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serve, type DeputizeServer } from '../../../src/app/server/serve.ts';
import type { Log, Principal, User } from '../../../src/core/index.ts';
import type { NewUser } from '../../../src/core/access/user-administration.ts';
import { PlainBrowser } from '../clients/plain-browser.ts';

export const PASSWORD = 'correct horse battery staple';

export interface OrganizationWorld extends AsyncDisposable {
  readonly server: DeputizeServer;
  readonly url: string;
  readonly data: string;
  /** The path of its configuration. */
  readonly config: string;
  readonly admin: Principal;
  newUser(name: string, more?: Partial<NewUser>): Promise<User>;
  /** A user with a password, and a browser in which they are signed in. */
  signedIn(name: string, more?: Partial<NewUser>): Promise<{ user: User; browser: PlainBrowser }>;
  invite(userId: string): Promise<string>;
  browser(): PlainBrowser;
}

export interface WorldOptions {
  /** Added to the configuration, as JSON. */
  readonly config?: object;
  readonly signIn?: object;
  readonly port?: number;
  readonly log?: Log;
  /** An earlier world's folder, to be another node beside it. */
  readonly data?: string;
  /** The folder of another node on the same database, whose keys this one gets. */
  readonly keysOf?: string;
}

export async function organizationWorld(options: WorldOptions = {}): Promise<OrganizationWorld> {
  const base = await mkdtemp(join(tmpdir(), 'organization-'));
  const [data, workspace] = [options.data ?? join(base, 'data'), join(base, 'work')];
  await Promise.all([mkdir(data, { recursive: true }), mkdir(workspace)]);
  if (options.keysOf !== undefined) await cp(join(options.keysOf, 'keys'), join(data, 'keys'), { recursive: true });
  const config = join(base, 'deputize.yaml');
  await writeFile(config, JSON.stringify({ organization: { signIn: options.signIn ?? {} }, ...options.config }));
  const server = await serve({
    data,
    workspace,
    config,
    port: options.port ?? 0,
    log: options.log ?? (() => undefined),
  });
  const { runtime } = server.assembly;
  const admin = await server.assembly.owner('person', 'test');
  const world: OrganizationWorld = {
    ...{ server, url: server.url, data, config, admin },
    newUser: (name, more = {}) =>
      runtime.people.createUser(admin, { name, email: `${name.toLowerCase()}@example.com`, ...more }),
    invite: async (userId) => (await runtime.invitations.create(admin, userId)).token,
    async signedIn(name, more) {
      const user = await world.newUser(name, more);
      const browser = world.browser();
      const answer = await browser.submit('/invitation', { token: await world.invite(user.id), password: PASSWORD });
      if (answer.status !== 200) throw new Error(await answer.text());
      return { user, browser };
    },
    browser: () => new PlainBrowser(server.url),
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(base, { recursive: true, force: true });
    },
  };
  return world;
}
