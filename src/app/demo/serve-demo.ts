/** The server on an example company, so that everything can be tried without an account of anybody's. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { DeputizeError, OWNER } from '../../core/index.ts';
import type { DemoSummary } from '../../doors/cli/environment.ts';
import { serve, type ServeOptions, type DeputizeServer } from '../server/serve.ts';
import { COMPANY } from './demo-company.ts';
import { demoFolder, noteFilled } from './demo-folder.ts';

export interface DemoServer extends DeputizeServer {
  readonly demo: DemoSummary;
}

const CONFIGURATION = `# An example company: everything in this folder is made up.
presets: [organization, personal, workspace]
`;

export async function serveDemo({ data: named, config, ...options }: ServeOptions): Promise<DemoServer> {
  if (config !== undefined)
    throw new DeputizeError(
      'INVALID_REQUEST',
      'The example company has its configuration built in: leave --config out.',
    );
  const { data, isTemporary, isFilled } = demoFolder(named);
  const own = join(data, 'deputize.yaml');
  const leave = async (): Promise<void> => {
    if (isTemporary) await rm(data, { recursive: true, force: true });
  };
  try {
    if (!isFilled) await writeFile(own, CONFIGURATION, { mode: 0o600 });
    const server = await serve({
      ...{ ...options, data, config: own },
      async prepare(assembly) {
        if (isFilled) return;
        const { fillDemo } = await import('./fill.ts');
        await fillDemo(assembly);
        noteFilled(data);
      },
    });
    return {
      ...server,
      demo: { company: COMPANY, data, people: await whoIsThere(server) },
      async close() {
        await server.close();
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

async function whoIsThere({
  assembly: { runtime, owner },
  url,
  signInUrl,
}: DeputizeServer): Promise<DemoSummary['people']> {
  const you = await owner('person', 'demo');
  const { people, credentials } = runtime;
  const names = new Map((await people.departments(you)).map(({ id, name }) => [id, name]));
  return Promise.all(
    (await people.users(you))
      .toSorted((one, other) => Number(other.id === OWNER) - Number(one.id === OWNER))
      .map(async ({ id, name, email, departmentIds }) => ({
        ...{ name, email: email ?? '' },
        departments: departmentIds.flatMap((department) => names.get(department) ?? []).sort(),
        signInUrl: id === OWNER ? signInUrl : `${url}/sign-in?link=${await credentials.createSignInLink(id)}`,
      })),
  );
}
