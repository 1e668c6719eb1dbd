/** `deputize start`: the server. */
import type { DemoSummary } from '../environment.ts';
import { readPort, type CliCommand } from '../flags.ts';

export const start: CliCommand = {
  summary: 'Start the server on this machine',
  usage: `deputize start [--port N] [--host ADDRESS] [--demo]

Listens on loopback (port 7377; 0 picks a free one) and prints a one-time sign-in link. Ctrl-C stops it.
Where a server runs on the data folder already, it prints a new sign-in link to that one and ends.

--demo starts it on an example company: people in three departments, mail, files, calendars and messages, all made up.
Nothing leaves the machine. It has a separate data folder, which is removed when the server ends; --data DIR keeps it.`,
  options: {
    port: { type: 'string', value: 'N', description: 'The port to listen on. 0 picks a free one. Default: 7377.' },
    host: { type: 'string', value: 'ADDRESS', description: 'The network address to listen on. Default: 127.0.0.1.' },
    demo: {
      type: 'boolean',
      description: 'Starts on an example company. Its data folder is removed at the end, unless --data names one.',
    },
  },
  async run(input, environment) {
    const flags = { ...input.open, port: readPort(input), host: input.text('host') };
    const served = await (input.has('demo') ? environment.serveDemo(flags) : environment.serve(flags));
    const { url, signInUrl, mcpUrl, smtpPort, demo, runningPid, stopped } = served;
    if (runningPid !== undefined) {
      const running = { url, signInUrl, mcpUrl, pid: runningPid, alreadyRunning: true };
      environment.out(input.isJson ? JSON.stringify(running) : alreadyRunningText(running));
      return 0;
    }
    const ready = { url, signInUrl, mcpUrl, ...(smtpPort === undefined ? {} : { smtpPort }), pid: process.pid };
    if (input.isJson) environment.out(JSON.stringify({ ...ready, ...(demo ? { demo } : {}) }));
    else {
      environment.out(`Deputize is ready at ${url}`);
      environment.out(`  sign in (once):  ${signInUrl}`);
      environment.out(`  MCP clients:     ${mcpUrl}   with a token from: deputize token create`);
      environment.out(`  OpenAI clients:  ${url}/v1   with the same`);
      if (smtpPort !== undefined) environment.out(`  mail by SMTP:    port ${smtpPort}`);
      environment.out('  stop:            Ctrl-C');
      if (demo) environment.out(formatDemoGuide(demo));
    }
    await stopped;
    return 0;
  },
};

function alreadyRunningText({ url, signInUrl, pid }: { url: string; signInUrl: string; pid: number }): string {
  return `Deputize already runs on this data folder, at ${url} (process ${pid})
  sign in (once):  ${signInUrl}`;
}

function formatDemoGuide({ company, data, people: [you, ...colleagues] }: DemoSummary): string {
  const others = colleagues.map(
    ({ name, email, departments, signInUrl }) =>
      `    ${`${name} <${email}>, ${departments.join(' and ')}`.padEnd(46)} ${signInUrl}`,
  );
  return `
This is ${company}, which is made up. You are ${you?.name ?? ''}, administrator, in ${you?.departments.join(' and ') ?? ''}.
  Others see other things. To look with their eyes, open one of these in a private window (each works once;
  deputize sign-in --user ADDRESS --data ${data} makes another):
${others.join('\n')}

Try first:
  1. The approval that waits: a mail to Ada. Approve it, and it is in her mailbox 20 seconds later.
  2. deputize call search_emails '{"query": "battery", "unreadOnly": true}' --data ${data}
  3. deputize call semantic_search '{"query": "how long is a frame guaranteed"}' --data ${data}
  4. The same for "loan": you are not in Finance, so there is nothing. Edda finds it.`;
}
