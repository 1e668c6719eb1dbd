/** The main program. It loads only the modules that the current command uses. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { OWNER } from '../core/access/principal.ts';
import { runCli } from '../doors/cli/cli.ts';
import type {
  CliEnvironment,
  MailInFile,
  CliRuntime,
  OpenFlags,
  ServerHandle,
  ServeFlags,
} from '../doors/cli/environment.ts';
import { packageRoot } from '../lib/node/package-root.ts';

/** The file descriptor that connects a confined automation service to its supervisor. */
const SUPERVISOR_FD = 3;

const environment: CliEnvironment = {
  version: (JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string }).version,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  // The rest of the line is cleared, because a shorter text may follow a longer one.
  progress: process.stderr.isTTY ? (line) => void process.stderr.write(`\r${line}\u001B[K`) : undefined,
  readFile: (path) => readFileSync(path === '-' ? 0 : path, 'utf8'),
  async verifyAuditFile(path, fingerprint) {
    const { verifyFile } = await import('./storage/audit-file.ts');
    return verifyFile(path, fingerprint);
  },
  async writeLines(path, lines) {
    const { writeLines } = await import('./storage/audit-file.ts');
    await writeLines(path, lines);
  },
  open,
  async serve(flags) {
    const { serve } = await import('./server/serve.ts');
    const { ensureConsole } = await import('./server/console.ts');
    await ensureConsole(environment.err);
    return orRunning(flags, async () => {
      const server = await serve({ ...flags, isExclusive: true });
      return { ...server, stopped: stopBySignal(server, server.assembly.config.server.stopWithin) };
    });
  },
  async serveDemo(flags) {
    const { serveDemo } = await import('./demo/serve-demo.ts');
    const { ensureConsole } = await import('./server/console.ts');
    await ensureConsole(environment.err);
    return orRunning(flags, async () => {
      const server = await serveDemo({ ...flags, isExclusive: true });
      return { ...server, stopped: stopBySignal(server) };
    });
  },
  async mcp({ preset, ...flags }) {
    const { serveMcp } = await import('./server/serve-mcp.ts');
    await serveMcp(flags, preset);
  },
  async scriptedModel(script, port) {
    const { playScript } = await import('./server/play-script.ts');
    const model = await playScript(script, port);
    return { url: model.url, stopped: stopBySignal(model) };
  },
  async automation({ withParent, isConfined, ...flags }) {
    if (!isConfined) {
      const { keepAutomation } = await import('./automation/supervisor.ts');
      const { logToStderr } = await import('./server/log.ts');
      const kept = await keepAutomation(flags, process.argv.slice(3), logToStderr);
      if (kept) return { socket: undefined, stopped: kept.stopped };
    }
    const { serveAutomation } = await import('./automation/automation.ts');
    const supervisor = isConfined ? new (await import('node:net')).Socket({ fd: SUPERVISOR_FD }) : undefined;
    try {
      const service = await serveAutomation({ ...flags, supervisor });
      const ends = [stopBySignal(service), ...(withParent ? [stopWithParent(service)] : [])];
      // The supervisor ends the service by closing its connection.
      if (supervisor) ends.push(once(supervisor, 'end').then(() => service.close()));
      const stopped = Promise.race(ends).then(() => supervisor?.destroy());
      return { socket: service.socket, stopped: stopped.then(() => 0) };
    } catch (error) {
      supervisor?.destroy();
      throw error;
    }
  },
  async doctor(flags) {
    const { examine } = await import('./doctor/doctor.ts');
    return examine(flags);
  },
  async authoring() {
    const { authoring } = await import('./assemble/authoring.ts');
    return authoring;
  },
  async integrationSetup(flags) {
    const { createIntegrationSetup } = await import('./config/integration-setup.ts');
    return createIntegrationSetup(flags);
  },
  async createBackup(flags, file) {
    const { createBackup } = await import('./storage/backup.ts');
    return createBackup(flags, file);
  },
  async restore(flags, file, keys) {
    const { restore } = await import('./storage/backup.ts');
    return restore(flags, file, keys);
  },
  async move(flags, options) {
    const { move } = await import('./storage/move.ts');
    return move(flags, options);
  },
};

/** If a server already runs on the data folder, returns a new sign-in link to that server. */
async function orRunning(flags: ServeFlags, start: () => Promise<ServerHandle>): Promise<ServerHandle> {
  const { ServerRunningError } = await import('./server/server-lock.ts');
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ServerRunningError)) throw error;
    const { url, pid } = error.running;
    const { port: _, host: __, ...rest } = flags;
    const opened = await open(rest);
    try {
      const link = await opened.runtime.credentials.createSignInLink(OWNER);
      const links = { url, signInUrl: `${url}/sign-in?link=${link}`, mcpUrl: `${url}/mcp`, smtpPort: undefined };
      return { ...links, runningPid: pid, stopped: Promise.resolve() };
    } finally {
      await opened.close();
    }
  }
}

/** Ctrl-C (SIGINT) stops at once. SIGTERM, which service managers send, gives running calls time to finish. */
function stopBySignal(running: { close(graceMs?: number): Promise<void> }, graceMs = 0): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => void running.close().then(resolve));
    process.once('SIGTERM', () => void running.close(graceMs).then(resolve));
  });
}

/** Ends the service when the parent process closes its standard input. It first waits for other connected clients. */
async function stopWithParent(service: { idle(): Promise<void>; close(): Promise<void> }): Promise<void> {
  await new Promise((resolve) => process.stdin.once('end', resolve).once('error', resolve).resume());
  await service.idle();
  await service.close();
}

async function open(flags: OpenFlags): Promise<CliRuntime> {
  const { assemble } = await import('./assemble/assemble.ts');
  const { keepCheckpoint, keptCheckpoints } = await import('./storage/checkpoints.ts');
  const { anchorNow, verifyAnchored } = await import('./storage/anchors.ts');
  const { runningServer } = await import('./server/server-file.ts');
  const { describeDefault } = await import('./assemble/default-workspace.ts');
  const { isDemoFolder } = await import('./demo/demo-folder.ts');
  const assembly = await assemble(flags);
  const { DESKTOP } = await import('./assemble/presets.ts');
  const { runtime, defaultPreset, assistants, data, owner, mail, voice, organization, close, workspace, workspaces } =
    assembly;
  return {
    ...{ runtime, defaultPreset, assistants, data, owner, voice, close },
    registerWorkspace: (folder) => workspaces.register(resolve(folder)),
    describeWorkspace: async (preset, name) => {
      const tool = preset === DESKTOP ? undefined : runtime.registry.find(preset, name);
      if (!tool || !workspaces.bindsWorkspace(tool.needs)) return undefined;
      return describeDefault(workspace, (await workspaces.defaultWorkspace()).label);
    },
    inbox: mail.inbox,
    mailbox: mail.mailbox(OWNER),
    organizationCalendars: async () => organization?.calendar.administration(await owner('person', 'cli')),
    organizationMail: async () => organization?.mail.administration(await owner('person', 'cli')),
    mailFiles: (paths) => mailInFiles(paths, mail.maxBytes),
    checkpoint: () => keepCheckpoint(assembly),
    keptCheckpoints: () => keptCheckpoints(data, assembly.config.audit.checkpointFile),
    verifyAudit: (against) => verifyAnchored(assembly, against),
    anchorAudit: () => anchorNow(assembly),
    isDemo: isDemoFolder(data),
    origin: assembly.config.server.origin,
    serverUrl: () => runningServer(data)?.url,
  };
}

async function* mailInFiles(paths: readonly string[], maxBytes: number): AsyncGenerator<MailInFile> {
  const { findMailFiles, readMailFile } = await import('../connectors/mail/mail-files.ts');
  const files = await findMailFiles(paths);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const file of files) {
    let read = 0;
    for await (const found of readMailFile(file, maxBytes)) {
      read = Math.min(file.size, read + found.size);
      yield { place: found.place, share: total === 0 ? 1 : (before + read) / total, found };
    }
    before += file.size;
  }
}

/** These commands serve clients, so they continue when their output has no reader. */
const SERVING = new Set(['start', 'automation', 'scripted-model']);
/** A command whose output has no reader is ended after this time, because it might never end by itself. */
const UNREAD_MS = 1_000;

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (!SERVING.has(process.argv[2] ?? '')) setTimeout(() => process.exit(), UNREAD_MS).unref();
  });

process.exitCode = await runCli(process.argv.slice(2), environment);
