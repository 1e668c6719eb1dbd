/** `deputize voice`: who was kept out of voice sessions, and letting them in again. */
import { DeputizeError, OWNER } from '../../../core/index.ts';
import { usageError, type CliCommand } from '../flags.ts';

export const voice: CliCommand = {
  summary: 'See who was kept out of voice sessions, and let them in again',
  usage: `deputize voice timeouts [USER] | lift [USER]

An assistant can end a session and keep the user out for a while. What it decided you can take back; USER is you when left out.`,
  options: {},
  async run(input, environment) {
    const [verb = 'timeouts', user = OWNER] = input.words;
    const opened = await environment.open(input.open);
    try {
      const { voice: sessions } = opened;
      if (!sessions)
        throw new DeputizeError(
          'NOT_AVAILABLE',
          'There are no voice sessions here: they need a folder of tools (--tools).',
        );
      const person = await opened.owner('person', 'cli');
      switch (verb) {
        case 'timeouts': {
          const timeouts = await sessions.timeouts(person, user);
          if (input.isJson) environment.out(JSON.stringify({ timeouts }));
          else if (timeouts.length === 0) environment.out('Never kept out.');
          else for (const { from, until, seconds } of timeouts) environment.out(`${from}  ${until}  ${seconds} s`);
          return 0;
        }
        case 'lift': {
          await sessions.lift(person, user);
          environment.out(input.isJson ? JSON.stringify({ lifted: user }) : `${user} may speak again.`);
          return 0;
        }
        default:
          throw usageError(`voice does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};
