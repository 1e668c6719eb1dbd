/** Checks this machine: what is installed, what is missing, and the command that fixes it. */
import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { DoctorCheck, OpenFlags } from '../../doors/cli/environment.ts';
import { withoutNetwork } from '../../connectors/text-extraction/network.ts';
import { TESSERACT_PLACES } from '../../connectors/text-extraction/tesseract-places.ts';
import { ESPEAK_PLACES } from '../../connectors/voice/espeak.ts';
import { OWNER } from '../../core/access/principal.ts';
import { toErrorValue } from '../../core/errors.ts';
import type { Registry } from '../../core/registry.ts';
import type { CommandSandbox, StagingMethod } from '../../ports/command-sandbox.ts';
import { assemble, type AppAssembly } from '../assemble/assemble.ts';
import { AUTHORED } from '../assemble/authored-tools.ts';
import { AUTONOMY_WARNING } from '../config/autonomy.ts';
import { defaultDataFolder, loadConfig, type Config } from '../config/config.ts';
import { findModels, HOW_TO_SET_UP } from '../assemble/models.ts';
import { DESKTOP } from '../assemble/presets.ts';
import { verifyAnchored } from '../storage/anchors.ts';
import { runningServer } from '../server/server-file.ts';
import { examineAnchors } from './anchor-checks.ts';
import { examineStorage } from './storage-checks.ts';

const ENOUGH_ROOM = 200_000_000;
const ANCHOR_LIMIT_MS = 15_000;

export async function examine(flags: OpenFlags): Promise<DoctorCheck[]> {
  const data = resolve(flags.data ?? defaultDataFolder());
  const checks: DoctorCheck[] = [nodeVersion(), dataFolder(data), room(data), await configuration(data, flags)];
  if (checks.every(({ ok }) => ok)) checks.push(...(await examineStorage(flags, data)));
  if (checks.every(({ ok, required }) => ok || !required)) checks.push(...(await runtime(flags, data)));
  checks.push(
    workspaceHandles(),
    program(
      'PostgreSQL',
      ['/usr/lib/postgresql', '/usr/bin/psql', '/usr/local/bin/postgres'],
      'many users or nodes',
      'apt-get install postgresql',
    ),
  );
  checks.push(
    program('ripgrep', ['/usr/bin/rg', '/usr/local/bin/rg'], 'a faster search_code', 'apt-get install ripgrep'),
    program('git', ['/usr/bin/git', '/usr/local/bin/git'], 'the Git tools', 'apt-get install git'),
    await readingFiles(),
    program('tesseract', TESSERACT_PLACES, 'reading the words on images', 'apt-get install tesseract-ocr'),
    program('espeak-ng', ESPEAK_PLACES, 'speaking in voice sessions', 'apt-get install espeak-ng'),
  );
  return checks;
}

async function readingFiles(): Promise<DoctorCheck> {
  const isCut = (await withoutNetwork()).length > 0;
  return {
    ...{ name: 'file reading', ok: isCut, required: false, for: 'reading files of others without a network' },
    found: isCut ? 'in a process without a network' : 'in a separate process, which could reach the network',
    ...(isCut ? {} : { mend: 'apt-get install bubblewrap' }),
  };
}

async function searchByMeaning({ organization }: AppAssembly): Promise<DoctorCheck[]> {
  if (!organization) return [];
  const { meaning, reason } = await organization.index.condition();
  const found = reason ?? 'by meaning and by words';
  const mend = 'install pgvector on the PostgreSQL server; then start again';
  return [
    {
      name: 'semantic_search',
      ok: meaning && reason === undefined,
      required: false,
      for: 'the organization preset',
      found,
      mend,
    },
  ];
}

function nodeVersion(): DoctorCheck {
  const ok = Number(process.versions.node.split('.')[0]) >= 24;
  return { name: 'Node', ok, required: true, for: 'everything', found: process.version, mend: 'npm ci' };
}

function dataFolder(data: string): DoctorCheck {
  const check = { name: 'data folder', required: true, for: 'the ledger' };
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    accessSync(data, constants.W_OK);
    return { ...check, ok: true, found: data };
  } catch {
    return {
      ...check,
      ok: false,
      found: `${data} cannot be written`,
      mend: `choose another with --data, or: chown "$USER" ${data}`,
    };
  }
}

function room(data: string): DoctorCheck {
  const { bavail, bsize } = statfsSync(existsSync(data) ? data : dirname(data));
  const free = bavail * bsize;
  return {
    name: 'disk',
    ok: free > ENOUGH_ROOM,
    required: true,
    for: 'recording calls',
    found: `${Math.round(free / 1e6)} MB free`,
    mend: 'make room, or choose another disk with --data',
  };
}

async function configuration(data: string, flags: OpenFlags): Promise<DoctorCheck> {
  const check = { name: 'config', required: true, for: 'starting' };
  try {
    const { file } = await loadConfig(data, flags.config, flags);
    return { ...check, ok: true, found: file ?? 'none; everything as by default' };
  } catch (error) {
    return { ...check, ok: false, found: toErrorValue(error).message, mend: 'correct the key that is named' };
  }
}

function experimentalAutonomy({ autonomy }: Config): DoctorCheck[] {
  if (autonomy === 'ask') return [];
  const check = { name: 'autonomy', ok: false, required: false, for: 'running without asking' };
  return [{ ...check, found: AUTONOMY_WARNING, mend: 'set autonomy to ask in deputize.yaml' }];
}

function describeSeal(sealed: { readonly seq: number } | null): string {
  return sealed ? `sealed to ${sealed.seq}` : 'not sealed';
}

async function runtime(flags: OpenFlags, data: string): Promise<DoctorCheck[]> {
  try {
    const assembly = await assemble({ ...flags, log: () => undefined });
    try {
      await assembly.runtime.loadPolicies();
      const audit = await verifyAnchored(assembly, { limitMs: ANCHOR_LIMIT_MS });
      const server = runningServer(data);
      return [
        {
          name: 'policy',
          ok: true,
          required: true,
          for: 'deciding calls',
          found: assembly.runtime.registry
            .presets()
            .map(({ name }) => name)
            .join(', '),
        },
        ...web(assembly.config),
        ...experimentalAutonomy(assembly.config),
        await sandbox(assembly),
        ...(await projectPrograms(assembly)),
        pushing(assembly.config),
        { name: 'workspace', ok: true, required: false, for: 'the workspace preset', found: assembly.workspace.folder },
        ...authoredTools(assembly.runtime.registry),
        ...(await desktopChecks(assembly, flags)),
        ...realtime(assembly.config.voice),
        mailCheck(assembly.config.mail),
        await calendarCheck(assembly),
        {
          name: 'audit',
          ok: audit.ok,
          required: false,
          for: 'trusting the record',
          found: audit.ok ? `holds, ${audit.records} records, ${describeSeal(audit.sealed)}` : audit.message,
          mend: 'deputize audit verify',
        },
        ...examineAnchors(assembly),
        ...(await models(assembly.config)),
        {
          name: 'server',
          ok: server !== undefined,
          required: false,
          for: 'the web page and HTTP clients',
          found: server?.url ?? 'not running',
          mend: 'deputize start',
        },
        ...(await searchByMeaning(assembly)),
        ...(await mountedServers(assembly)),
      ];
    } finally {
      await assembly.close();
    }
  } catch (error) {
    return [
      {
        name: 'runtime',
        ok: false,
        required: true,
        for: 'everything',
        found: toErrorValue(error).message,
        mend: 'correct what is named',
      },
    ];
  }
}

/** Runs only if the desktop preset is loaded. */
async function desktopChecks({ runtime, data }: AppAssembly, flags: OpenFlags): Promise<DoctorCheck[]> {
  if (!runtime.registry.has(DESKTOP)) return [];
  const { examineDesktop } = await import('./desktop-checks.ts');
  return examineDesktop(data, flags);
}

/** Checks only that models are set up. It sends no request, because a request costs money. */
async function models(config: Config): Promise<DoctorCheck[]> {
  const found = await findModels(config, process.env).list();
  const check = { name: 'model', required: false, for: 'chatting' };
  if (found.length === 0) return [{ ...check, ok: false, found: 'none', mend: HOW_TO_SET_UP }];
  return found.map(({ name, provider, model, from, missing }) => ({
    ...check,
    ok: missing === undefined,
    found: `${name}: ${provider}/${model}, from ${from}${missing === undefined ? '' : `, but ${missing}`}`,
    ...(missing === undefined ? {} : { mend: 'give it what is missing' }),
  }));
}

function web({ web: { allow }, webSearch, embeddings }: Config): DoctorCheck[] {
  return [
    {
      name: 'embeddings',
      ok: embeddings !== undefined,
      required: false,
      for: 'search_code by meaning',
      found: embeddings === undefined ? 'not set up' : 'provider' in embeddings ? 'on this machine' : embeddings.model,
      mend: 'set embeddings in deputize.yaml: provider local, or a model with its url or key',
    },
    {
      name: 'web fetch',
      ok: true,
      required: false,
      for: 'web_fetch',
      found: allow.length === 0 ? 'asks about every address' : `asks unless listed; ${allow.length} on the list`,
    },
    {
      name: 'web search',
      ok: webSearch !== undefined,
      required: false,
      for: 'web_search',
      found: webSearch === undefined ? 'not set up' : webSearch.provider,
      mend: 'deputize connect search',
    },
  ];
}

/** Runs a command in the sandbox: only this shows whether the machine allows it. */
async function sandbox({ workspaces, config }: AppAssembly): Promise<DoctorCheck> {
  const check = { name: 'sandbox', required: false, for: 'run_code' };
  try {
    const { opened } = await workspaces.openDefault();
    const { sandbox } = opened.capabilities;
    const { staging, reason } = await sandbox.ready();
    const languages = ['python3', 'bash', 'node'].filter((program) => sandbox.locate(program) !== undefined);
    const { allow } = config.sandbox.network;
    const reach = allow.length === 0 ? 'no network' : `network: ${allow.join(', ')}`;
    const totals = config.sandbox.cgroups.length > 0 ? 'held by control groups' : 'watched';
    return {
      ...check,
      ok: true,
      found: `works with ${languages.join(', ')}; ${reach}; totals are ${totals}; ${describeStaging(staging, reason)}`,
    };
  } catch (error) {
    const { message, details } = toErrorValue(error);
    const { reason, remedy } = details;
    return {
      ...check,
      ok: false,
      found: typeof reason === 'string' ? reason : message,
      mend: typeof remedy === 'string' ? remedy : 'apt-get install bubblewrap',
    };
  }
}

function describeStaging(staging: StagingMethod, reason = ''): string {
  if (staging === 'overlay') return 'changes are staged by an overlay';
  return `changes are staged by a copy of the workspace, because there is no overlay (${reason.slice(0, 200)})`;
}

/** System programs that the project tools run in the sandbox, with their Debian packages. */
const PROGRAMS: readonly { name: string; for: string; programs: Readonly<Record<string, string>> }[] = [
  {
    ...{ name: 'tests', for: 'run_tests' },
    programs: { node: 'nodejs', npm: 'npm', pytest: 'python3-pytest', make: 'make', cargo: 'cargo', go: 'golang-go' },
  },
  { name: 'formatters', for: 'format_code', programs: { black: 'black', rustfmt: 'rustfmt', gofmt: 'golang-go' } },
  { name: 'packages', for: 'install_package', programs: { npm: 'npm', python3: 'python3', venv: 'python3-venv' } },
];

/** Not required: projects bring some of these programs themselves, and few need all. */
async function projectPrograms({ workspaces }: AppAssembly): Promise<DoctorCheck[]> {
  const { opened } = await workspaces.openDefault();
  const { sandbox } = opened.capabilities;
  const venv = await hasVenv(sandbox);
  const isThere = (program: string): boolean => (program === 'venv' ? venv : sandbox.locate(program) !== undefined);
  return PROGRAMS.map(({ programs, ...check }) => {
    const names = Object.keys(programs);
    const missing = names.filter((program) => !isThere(program));
    const packages = new Set(missing.map((program) => programs[program]));
    return {
      ...{ ...check, ok: missing.length === 0, required: false },
      found: [names.filter(isThere).join(', '), ...missing.map((program) => `no ${program}`)]
        .filter(Boolean)
        .join('; '),
      mend: `apt-get install ${[...packages].join(' ')}`,
    };
  });
}

async function hasVenv(sandbox: CommandSandbox): Promise<boolean> {
  const python = sandbox.locate('python3');
  if (python === undefined) return false;
  const { signal } = new AbortController();
  const command = [python, '-I', '-c', 'import ensurepip, venv'] as const;
  const run = sandbox.run({ command, readOnly: true, timeoutMs: 20_000, signal });
  return run.then(
    ({ exitCode }) => exitCode === 0,
    () => false,
  );
}

/** Starts each mounted server: only this shows whether it works. */
async function mountedServers({ runtime: { mounted } }: AppAssembly): Promise<DoctorCheck[]> {
  return (await mounted.examine()).map(({ name, tools, waiting, error }) => ({
    name: `MCP ${name}`,
    ok: error === undefined && waiting === 0,
    required: false,
    for: `the tools of mcpServers.${name}`,
    found: error ?? `${tools} tools${waiting === 0 ? '' : `, and ${waiting} that wait to be accepted`}`,
    mend: error === undefined ? `deputize mcp-servers show ${name}` : `correct mcpServers.${name}, or what it needs`,
  }));
}

function authoredTools(registry: Registry): DoctorCheck[] {
  if (!registry.has(AUTHORED.name)) return [];
  const found = `${registry.tools(AUTHORED.name).length - AUTHORED.tools.length} built`;
  return [{ name: 'tools', ok: true, required: false, for: 'the tools preset', found }];
}

/** Checks only the key. It does not connect, because a connection costs money. */
function realtime({ realtime: named }: Config['voice']): DoctorCheck[] {
  if (!named) return [];
  const { provider, model, key } = named;
  const check = { name: 'voice model', required: false, for: 'voice sessions', found: `${provider}/${model}` };
  const isMissing = 'env' in key && !process.env[key.env];
  if (!isMissing) return [{ ...check, ok: true }];
  const found = `${check.found}, but the environment variable ${key.env} is not set`;
  return [{ ...check, ok: false, found, mend: 'give it what is missing' }];
}

function pushing({ git: { push } }: Config): DoctorCheck {
  return {
    name: 'git push',
    ok: push.length > 0,
    required: false,
    for: 'git_push',
    found: push.length === 0 ? 'no remote is listed' : push.join(', '),
    mend: 'list the addresses of remotes under git.push in deputize.yaml',
  };
}

function mailCheck(mail: Config['mail']): DoctorCheck {
  const check = { name: 'mail', required: false, for: 'receiving forwarded mail' };
  if (!mail?.smtp) {
    const found = mail ? `${mail.address}, from files only` : 'not set up; deputize ingest takes files';
    return { ...check, ok: false, found, mend: 'deputize connect mail' };
  }
  const { host, port, tls } = mail.smtp;
  return { ...check, ok: true, found: `${mail.address} by SMTP on ${host}, port ${port}${tls ? ', with TLS' : ''}` };
}

/** Reads from the calendar: only this shows whether the password is right and the calendar exists. */
async function calendarCheck({ calendars }: AppAssembly): Promise<DoctorCheck> {
  const check = { name: 'calendar', required: false, for: 'the calendar tools' };
  const { calendar } = calendars.capabilities(OWNER);
  const found = `${calendar.name}, in ${calendar.timeZone}`;
  try {
    const now = Date.now();
    await calendar.range(now, now + 1, AbortSignal.timeout(30_000));
    return { ...check, ok: true, found };
  } catch (error) {
    return { ...check, ok: false, found: `${found}: ${toErrorValue(error).message}`, mend: 'correct calendar.caldav' };
  }
}

function workspaceHandles(): DoctorCheck {
  const ok = existsSync('/proc/self/fd');
  return {
    name: 'safe paths',
    ok,
    required: false,
    for: 'file tools',
    found: ok ? '/proc/self/fd' : 'no /proc/self/fd on this system',
    mend: 'run it on Linux, or in a Linux virtual machine',
  };
}

function program(name: string, paths: readonly string[], purpose: string, mend: string): DoctorCheck {
  const found = paths.find((path) => existsSync(path));
  return { name, ok: found !== undefined, required: false, for: purpose, found: found ?? 'not installed', mend };
}
