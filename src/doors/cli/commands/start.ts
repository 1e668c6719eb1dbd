/** `deputize start`: the server. */
import { portOf, type Command } from '../flags.ts';

export const start: Command = {
  summary: 'Start the server on this machine',
  usage: `deputize start [--port N] [--host ADDRESS]

Listens on loopback (port 7377; 0 picks a free one) and prints a one-time sign-in link. Ctrl-C stops it.`,
  options: { port: { type: 'string' }, host: { type: 'string' } },
  async run(input, environment) {
    const served = await environment.serve({ ...input.open, port: portOf(input), host: input.text('host') });
    const { url, signInUrl, mcpUrl, smtpPort, stopped } = served;
    const ready = { url, signInUrl, mcpUrl, ...(smtpPort === undefined ? {} : { smtpPort }), pid: process.pid };
    if (input.isJson) environment.out(JSON.stringify(ready));
    else {
      environment.out(`Deputize is ready at ${url}`);
      environment.out(`  sign in (once):  ${signInUrl}`);
      environment.out(`  MCP clients:     ${mcpUrl}   with a token from: deputize token create`);
      environment.out(`  OpenAI clients:  ${url}/v1   with the same`);
      if (smtpPort !== undefined) environment.out(`  mail by SMTP:    port ${smtpPort}`);
      environment.out('  stop:            Ctrl-C');
    }
    await stopped;
    return 0;
  },
};
