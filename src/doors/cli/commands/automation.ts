/** `deputize automation`: the service that has the powers of the desktop tools. */
import type { CliCommand, ExitCode } from '../flags.ts';

export const automation: CliCommand = {
  summary: 'Run the service that uses this computer for the desktop preset',
  usage: `deputize automation [--with-parent]

Runs in a separate process, started in your graphical session. It takes calls over a local socket and checks each by itself:
its arguments, the scopes of deputize.yaml as they were when it started, the policy, and the confirm token. Where none runs, one
is started for the first call of the desktop preset, and ends with the process that needed it; so does one with --with-parent.
Ctrl-C stops it.`,
  options: {
    'with-parent': { type: 'boolean', description: 'Ends when the process that started it closes its standard input.' },
    confined: { type: 'boolean', description: 'For internal use: the process runs in its sandbox already.' },
  },
  async run(input, environment) {
    const how = { withParent: input.has('with-parent'), isConfined: input.has('confined') };
    const { socket, stopped } = await environment.automation({ ...input.open, ...how });
    if (socket === undefined) return (await stopped) as ExitCode;
    if (input.isJson) environment.out(JSON.stringify({ socket, pid: process.pid }));
    else environment.out(`The automation service is ready at ${socket}\n  stop:  Ctrl-C`);
    await stopped;
    return 0;
  },
};
