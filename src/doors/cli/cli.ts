/** The command line: finds the command, runs it, and turns whatever happens into an exit code. */
import { toErrorValue } from '../../core/errors.ts';
import type { CliEnvironment } from './environment.ts';
import {
  exitCodes,
  readInput,
  sharedFlags,
  toExitCode,
  toFlagText,
  usageError,
  type CliCommand,
  type ExitCode,
} from './flags.ts';

/** Loaded when asked for: a command pays only for itself. */
export const commands: ReadonlyMap<string, () => Promise<CliCommand>> = new Map<string, () => Promise<CliCommand>>([
  ['start', async () => (await import('./commands/start.ts')).start],
  ['call', async () => (await import('./commands/call.ts')).call],
  ['chat', async () => (await import('./commands/chat.ts')).chat],
  ['connect', async () => (await import('./commands/connect.ts')).connect],
  ['approvals', async () => (await import('./commands/approvals.ts')).approvals],
  ['grants', async () => (await import('./commands/grants.ts')).grants],
  ['workspaces', async () => (await import('./commands/workspaces.ts')).workspaces],
  ['settings', async () => (await import('./commands/settings.ts')).settings],
  ['audit', async () => (await import('./commands/audit.ts')).audit],
  ['undo', async () => (await import('./commands/undo.ts')).undo],
  ['ingest', async () => (await import('./commands/ingest.ts')).ingest],
  ['mail', async () => (await import('./commands/mail.ts')).mail],
  ['calendar', async () => (await import('./commands/calendar.ts')).calendar],
  ['voice', async () => (await import('./commands/voice.ts')).voice],
  ['tools', async () => (await import('./commands/tools.ts')).tools],
  ['mcp-servers', async () => (await import('./commands/mcp-servers.ts')).mcpServers],
  ['org', async () => (await import('./commands/org.ts')).org],
  ['departments', async () => (await import('./commands/departments.ts')).departments],
  ['users', async () => (await import('./commands/users.ts')).users],
  ['access', async () => (await import('./commands/access.ts')).access],
  ['token', async () => (await import('./commands/token.ts')).token],
  ['sign-in', async () => (await import('./commands/sign-in.ts')).signIn],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcp],
  ['scripted-model', async () => (await import('./commands/scripted-model.ts')).scriptedModel],
  ['automation', async () => (await import('./commands/automation.ts')).automation],
  ['stop-all', async () => (await import('./commands/stop-all.ts')).stopAll],
  ['erase', async () => (await import('./commands/erase.ts')).erase],
  ['retention', async () => (await import('./commands/retention.ts')).retention],
  ['backup', async () => (await import('./commands/backup.ts')).backup],
  ['restore', async () => (await import('./commands/restore.ts')).restore],
  ['move', async () => (await import('./commands/move.ts')).move],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctor],
]);

const SHARED_FLAGS = Object.entries(sharedFlags)
  .map(([name, flag]) => `  ${toFlagText(name, flag).padEnd(16)} ${flag.description}`)
  .join('\n');

export async function runCli(argv: readonly string[], environment: CliEnvironment): Promise<ExitCode> {
  const [name, ...rest] = argv;
  const isJson = rest.includes('--json');
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      environment.out(await overview());
      return name === undefined ? 2 : 0;
    }
    if (name === '--version') {
      environment.out(environment.version);
      return 0;
    }
    const load = commands.get(name);
    if (!load) throw usageError(`There is no command "${name}". The commands are: ${[...commands.keys()].join(', ')}.`);
    const command = await load();
    if (rest.includes('--help') || rest.includes('-h')) {
      environment.out(`${command.summary}.\n\n${command.usage}\n\n${SHARED_FLAGS}`);
      return 0;
    }
    return await command.run(readInput(rest, command.options), environment);
  } catch (thrown) {
    return explain(thrown, isJson, environment);
  }
}

function explain(thrown: unknown, isJson: boolean, environment: CliEnvironment): ExitCode {
  const error = toErrorValue(thrown);
  if (isJson) environment.out(JSON.stringify({ error }));
  else environment.err(`deputize: ${error.message}`);
  if (error.code === 'INTERNAL')
    environment.err(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  return toExitCode(thrown);
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    [...commands].map(async ([name, load]) => `  ${name.padEnd(14)} ${(await load()).summary}`),
  );
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `${code} ${meaning}`);
  return `deputize: real powers for an AI assistant, in your hands.\n\n${lines.join('\n')}\n\n${SHARED_FLAGS}\n\nExit codes: ${codes.join(', ')}.`;
}
