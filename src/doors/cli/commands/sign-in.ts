/** `deputize sign-in`: creates a one-time sign-in link for the running server. */
import { DeputizeError, OWNER, type Runtime } from '../../../core/index.ts';
import type { CliRuntime } from '../environment.ts';
import type { CliCommand } from '../flags.ts';

export const signIn: CliCommand = {
  summary: 'Make a one-time sign-in link for the running server',
  usage: `deputize sign-in [--user ADDRESS]

--user makes it for another person, in the example company of "deputize start --demo" only.`,
  options: {
    user: {
      type: 'string',
      value: 'ADDRESS',
      description: 'The person to sign in as. Only in the example company of start --demo.',
    },
  },
  async run(input, environment) {
    const opened = await environment.open(input.open);
    try {
      const url = opened.serverUrl();
      if (!url)
        throw new DeputizeError('NOT_AVAILABLE', 'No server runs on this data folder. Start one with: deputize start');
      const user = await resolveUserId(opened, input.text('user'));
      const signInUrl = `${url}/sign-in?link=${await opened.runtime.credentials.createSignInLink(user)}`;
      environment.out(input.isJson ? JSON.stringify({ signInUrl }) : signInUrl);
      return 0;
    } finally {
      await opened.close();
    }
  },
};

/** Links for other users exist only in the demo: the operator of the machine must not decide in the name of real users. */
async function resolveUserId({ isDemo, owner, runtime }: CliRuntime, email: string | undefined): Promise<string> {
  if (email === undefined) return OWNER;
  if (!isDemo)
    throw new DeputizeError(
      'FORBIDDEN',
      'Only of the example company can one be anybody. Invite people instead: deputize users invite',
    );
  return (await findUserByEmail(runtime, await owner('person', 'cli'), email)).id;
}

async function findUserByEmail(
  runtime: Runtime,
  by: Awaited<ReturnType<CliRuntime['owner']>>,
  email: string,
): Promise<{ id: string }> {
  const found = (await runtime.people.users(by)).find((user) => user.email === email.toLowerCase());
  if (found) return found;
  throw new DeputizeError('NOT_FOUND', 'There is no such user.');
}
