/** Looks at this machine: what is there, what is missing, and the command that mends it. */
import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { Check, OpenFlags } from '../doors/cli/environment.ts';
import { toErrorValue } from '../core/errors.ts';
import { assemble } from './assemble.ts';
import { defaultDataFolder, loadConfig, type Config } from './config.ts';
import { runningServer } from './server-file.ts';

const ENOUGH_ROOM = 200_000_000;

export async function examine(flags: OpenFlags): Promise<Check[]> {
  const data = resolve(flags.data ?? defaultDataFolder());
  const checks: Check[] = [nodeVersion(), dataFolder(data), room(data), await configuration(data, flags.config)];
  if (checks.every(({ ok }) => ok)) checks.push(...(await runtime(flags, data)));
  checks.push(
    workspaceHandles(),
    program(
      'PostgreSQL',
      ['/usr/lib/postgresql', '/usr/bin/psql', '/usr/local/bin/postgres'],
      'many users or nodes',
      'apt-get install postgresql',
    ),
  );
  checks.push(program('bubblewrap', ['/usr/bin/bwrap'], 'running code in a sandbox', 'apt-get install bubblewrap'));
  return checks;
}

function nodeVersion(): Check {
  const ok = Number(process.versions.node.split('.')[0]) >= 24;
  return { name: 'Node', ok, required: true, for: 'everything', found: process.version, mend: 'npm ci' };
}

function dataFolder(data: string): Check {
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

function room(data: string): Check {
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

async function configuration(data: string, named: string | undefined): Promise<Check> {
  const check = { name: 'config', required: true, for: 'starting' };
  try {
    const { file } = await loadConfig(data, named);
    return { ...check, ok: true, found: file ?? 'none; everything as by default' };
  } catch (error) {
    return { ...check, ok: false, found: toErrorValue(error).message, mend: 'correct the key that is named' };
  }
}

async function runtime(flags: OpenFlags, data: string): Promise<Check[]> {
  try {
    const assembly = await assemble({ ...flags, log: () => undefined });
    try {
      await assembly.runtime.loadPolicies();
      const audit = await assembly.runtime.audit.verify();
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
        { name: 'workspace', ok: true, required: false, for: 'the workspace preset', found: assembly.workspace },
        mailCheck(assembly.config.mail),
        {
          name: 'audit',
          ok: audit.ok,
          required: false,
          for: 'trusting the record',
          found: audit.ok ? `holds, ${audit.records} records` : audit.message,
          mend: 'deputize audit verify',
        },
        {
          name: 'server',
          ok: server !== undefined,
          required: false,
          for: 'the web page and HTTP clients',
          found: server?.url ?? 'not running',
          mend: 'deputize start',
        },
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

function mailCheck(mail: Config['mail']): Check {
  const check = { name: 'mail', required: false, for: 'receiving forwarded mail' };
  if (!mail?.smtp) {
    const found = mail ? `${mail.address}, from files only` : 'not set up; deputize ingest takes files';
    return { ...check, ok: false, found, mend: 'set mail.address and mail.smtp in deputize.yaml' };
  }
  const { host, port, tls } = mail.smtp;
  return { ...check, ok: true, found: `${mail.address} by SMTP on ${host}, port ${port}${tls ? ', with TLS' : ''}` };
}

function workspaceHandles(): Check {
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

function program(name: string, paths: readonly string[], purpose: string, mend: string): Check {
  const found = paths.find((path) => existsSync(path));
  return { name, ok: found !== undefined, required: false, for: purpose, found: found ?? 'not installed', mend };
}
