/** `deputize doctor`: what works on this machine, what does not, and what would mend it. */
import type { CliCommand } from '../flags.ts';

export const doctor: CliCommand = {
  summary: 'Say what works on this machine and what would mend the rest',
  usage: 'deputize doctor',
  options: {},
  async run(input, environment) {
    const checks = await environment.doctor(input.open);
    const isReady = checks.every(({ ok, required }) => ok || !required);
    if (input.isJson) environment.out(JSON.stringify({ ready: isReady, checks }));
    else {
      for (const { name, ok, required, for: purpose, found, mend } of checks) {
        environment.out(
          `${ok ? 'ok     ' : required ? 'MISSING' : 'absent '}  ${name.padEnd(12)} ${found}${ok ? '' : `  (needed for ${purpose})`}`,
        );
        if (!ok && mend) environment.out(`           mend it:     ${mend}`);
      }
      environment.out(isReady ? 'Ready.' : 'Not ready.');
    }
    return isReady ? 0 : 1;
  },
};
