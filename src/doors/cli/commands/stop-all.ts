/** `deputize stop-all`: the panic switch. */
import type { CliCommand } from '../flags.ts';

export const stopAll: CliCommand = {
  summary: 'Stop everything at once, until you lift it',
  usage: `deputize stop-all [--lift]

Cancels every call that runs, in any process, refuses every call that waits, and lets none begin. It holds, also after a
restart, until it is lifted with --lift.`,
  options: {
    lift: { type: 'boolean', description: 'Lifts the stop, so that calls can be made again.' },
  },
  async run(input, environment) {
    const opened = await environment.open(input.open);
    try {
      const person = await opened.owner('person', 'cli');
      if (input.has('lift')) {
        await opened.runtime.liftStop(person, 'cli');
        environment.out(input.isJson ? JSON.stringify({ stopped: false }) : 'Lifted: calls can be made again.');
      } else {
        const done = await opened.runtime.stopAll(person, 'cli');
        const { running, refused } = done;
        environment.out(
          input.isJson
            ? JSON.stringify(done)
            : `Stopped. ${running} running calls are cancelled, ${refused} waiting ones refused. Lift it: deputize stop-all --lift`,
        );
      }
      await opened.checkpoint();
      return 0;
    } finally {
      await opened.close();
    }
  },
};
