/** A person with an empty home folder who uses the installed product: its commands, its server, MCP clients and a browser. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

import { openSignInLink } from '../../support/clients/browser.ts';
import { provision } from '../../../scripts/provision.ts';
import { onJsonLine } from '../../support/processes/line-reader.ts';
import { packProduct } from './packed-product.ts';

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedServer {
  readonly url: string;
  readonly signInUrl: string;
  readonly mcpUrl: string;
  readonly pid: number;
  readonly stop: () => Promise<number | null>;
  readonly kill: () => Promise<void>;
}

export interface McpAgent {
  readonly client: Client;
  readonly pid: number | null;
  readonly call: (tool: string, args: Record<string, unknown>) => Promise<McpAnswer>;
  readonly close: () => Promise<void>;
}

export interface McpAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly value: unknown;
  readonly outcome: {
    readonly state: string;
    readonly callId: string;
    readonly approval?: { readonly id: string; readonly url?: string; readonly workspace?: string };
    readonly error?: { readonly code: string; readonly message: string };
  };
}

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1_440, height: 900 };

export class Person implements AsyncDisposable {
  readonly home: string;
  readonly #installed: string;
  readonly #children = new Set<ChildProcess>();
  readonly #agents = new Set<McpAgent>();
  #browser: Promise<Browser> | undefined;

  private constructor(installed: string) {
    this.#installed = installed;
    this.home = mkdtempSync(join(tmpdir(), 'deputize-home-'));
  }

  static create(): Person {
    return new Person(packProduct());
  }

  /** Nothing of the machine that runs the tests: only the system's programs and this Node. */
  get environment(): Record<string, string> {
    const bin = join(this.#installed, 'node_modules', '.bin');
    return {
      PATH: `${dirname(process.execPath)}:${bin}:/usr/local/bin:/usr/bin:/bin`,
      HOME: this.home,
      LANG: 'C.UTF-8',
    };
  }

  get #program(): string {
    return join(this.#installed, 'node_modules', 'deputize', 'bin', 'deputize.mjs');
  }

  /** A folder with a repository and these files. */
  createProject(name: string, files: Readonly<Record<string, string>>): string {
    const folder = join(this.home, 'projects', name);
    mkdirSync(folder, { recursive: true });
    execFileSync('git', ['init', '-q', folder], { env: this.environment });
    for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
    return folder;
  }

  run(words: readonly string[], cwd = this.home): Promise<Finished> {
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [this.#program, ...words], { env: this.environment, cwd }, (error, stdout, stderr) => {
        const code = error ? error.code : 0;
        if (typeof code === 'number') resolve({ code, stdout, stderr });
        else reject(error ?? new Error('no exit code'));
      });
    });
  }

  /** A command that prints one JSON object, whatever its exit code. */
  async json<Value>(words: readonly string[], cwd = this.home): Promise<Value> {
    const { stdout, stderr } = await this.run([...words, '--json'], cwd);
    try {
      return JSON.parse(stdout) as Value;
    } catch {
      throw new Error(`deputize ${words.join(' ')} printed no JSON:\n${stdout}${stderr}`);
    }
  }

  async start(words: readonly string[] = [], cwd = this.home): Promise<StartedServer> {
    const child = spawn(process.execPath, [this.#program, 'start', '--port', '0', '--json', ...words], {
      ...{ env: this.environment, cwd },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.add(child);
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-20_000)));
    const closed = once(child, 'close');
    type Ready = Pick<StartedServer, 'url' | 'signInUrl' | 'mcpUrl' | 'pid'>;
    const ready = await new Promise<Ready>((resolve, reject) => {
      onJsonLine<Ready>(child.stdout, resolve);
      void closed.then(() => reject(new Error(`The server did not start:\n${log}`)));
    });
    const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
      child.kill(signal);
      await closed;
      this.#children.delete(child);
    };
    return {
      ...ready,
      stop: async () => {
        await end('SIGTERM');
        return child.exitCode;
      },
      kill: () => end('SIGKILL'),
    };
  }

  /** An MCP client that starts `deputize mcp` in a folder, as editors and agents do. */
  async connect(cwd: string, words: readonly string[] = [], name = 'journey-client'): Promise<McpAgent> {
    const client = new Client({ name, version: '1.0.0' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [this.#program, 'mcp', '--preset', 'workspace', ...words],
      ...{ cwd, env: this.environment, stderr: 'ignore' },
    });
    await client.connect(transport);
    const agent: McpAgent = {
      client,
      pid: transport.pid,
      call: async (tool, args) => toAnswer(await client.callTool({ name: tool, arguments: args })),
      close: async () => {
        this.#agents.delete(agent);
        await client.close();
      },
    };
    this.#agents.add(agent);
    return agent;
  }

  async openBrowser(signInUrl: string, size: 'desktop' | 'phone' = 'desktop'): Promise<Page> {
    this.#browser ??= launchBrowser();
    const viewport = size === 'phone' ? PHONE : DESKTOP;
    const context = await (await this.#browser).newContext({ viewport, ...(size === 'phone' && { hasTouch: true }) });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    await openSignInLink(page, signInUrl);
    return page;
  }

  /** A new one-time link to the running server. */
  async signInLink(): Promise<string> {
    const { stdout } = await this.run(['sign-in']);
    const link = /https?:\/\/\S+/.exec(stdout)?.[0];
    if (link === undefined) throw new Error(`deputize sign-in printed no link:\n${stdout}`);
    return link;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([...this.#agents].map((agent) => agent.close()));
    for (const child of this.#children) child.kill('SIGKILL');
    await (await this.#browser)?.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = (await provision(['chromium'])).get('chromium');
  if (executablePath === undefined) throw new Error('There is no Chromium.');
  // Chromium's own sandbox refuses to run as root, which is what tests in containers run as.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}

type CallResult = Awaited<ReturnType<Client['callTool']>>;

function toAnswer(result: CallResult): McpAnswer {
  const content = (result.content ?? []) as readonly { readonly type: string; readonly text?: string }[];
  return {
    isError: result.isError === true,
    text: content.map(({ text }) => text ?? '').join('\n'),
    value: result.structuredContent,
    outcome: result._meta?.['deputize/outcome'] as McpAnswer['outcome'],
  };
}
