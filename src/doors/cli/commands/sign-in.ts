/** `deputize sign-in`: a new one-time link to the running server. */
import { DeputizeError, OWNER } from '../../../core/index.ts';
import type { Command } from '../flags.ts';

export const signIn: Command = {
  summary: 'Make a one-time sign-in link for the running server',
  usage: 'deputize sign-in',
  options: {},
  async run(input, environment) {
    const opened = await environment.open(input.open);
    try {
      const url = opened.serverUrl();
      if (!url)
        throw new DeputizeError('NOT_AVAILABLE', 'No server runs on this data folder. Start one with: deputize start');
      const signInUrl = `${url}/sign-in?link=${await opened.runtime.credentials.createSignInLink(OWNER)}`;
      environment.out(input.isJson ? JSON.stringify({ signInUrl }) : signInUrl);
      return 0;
    } finally {
      await opened.close();
    }
  },
};
