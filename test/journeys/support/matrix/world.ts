/** Three projects with files of the same name and content, one server, and a model that makes the scripted call. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

import { startScriptedModel, type ScriptedModel } from '../../../../src/testing/scripted-model.ts';
import { Person, type McpAgent, type StartedServer } from '../person.ts';

export const PROJECTS = ['alpha', 'beta', 'gamma'] as const;
export type ProjectName = (typeof PROJECTS)[number];

export interface Change {
  readonly path: string;
  readonly content: string;
}

export interface Outcome {
  readonly state: string;
  readonly callId: string;
  readonly approval?: { readonly id: string; readonly url?: string; readonly workspace?: string };
  readonly error?: { readonly code: string; readonly message: string };
  readonly value?: unknown;
}

export interface Project {
  readonly name: ProjectName;
  readonly folder: string;
  readonly workspaceId: string;
  /** An agent's token that is bound to this project. */
  readonly token: string;
}

export const FILE = 'notes.txt';
export const ORIGINAL = 'the same in every project\n';

export class MatrixWorld implements AsyncDisposable {
  readonly person: Person;
  readonly model: ScriptedModel;
  server!: StartedServer;
  personToken = '';
  agentToken = '';
  readonly projects = new Map<ProjectName, Project>();
  readonly #agents = new Map<ProjectName, McpAgent>();
  readonly #pages = new Map<'desktop' | 'phone', Page>();

  private constructor(person: Person, model: ScriptedModel) {
    this.person = person;
    this.model = model;
  }

  static async open(): Promise<MatrixWorld> {
    const person = Person.create();
    // "CALL tool {…}" makes the model call that tool with these arguments; anything else ends its turn.
    const model = await startScriptedModel({
      script: ({ user, results }) => {
        const [, name, args] = /^CALL (\S+) (.*)$/s.exec(user) ?? [];
        if (name === undefined || args === undefined || results.length > 0) return { text: 'Done.' };
        return { calls: [{ name, args }] };
      },
    });
    const world = new MatrixWorld(person, model);
    await world.#setUp();
    return world;
  }

  async #setUp(): Promise<void> {
    const folders = PROJECTS.map((name) => this.person.createProject(name, { [FILE]: ORIGINAL }));
    mkdirSync(this.dataFolder, { recursive: true });
    writeFileSync(
      join(this.dataFolder, 'deputize.yaml'),
      [
        'presets: [workspace, desktop]',
        `models: { scripted: { provider: openai-compatible, model: scripted, url: '${this.model.url}' } }`,
        `desktop: { notifyApprovals: 'off', scopes: { paths: [${folders.map((folder) => `'${folder}'`).join(', ')}] } }`,
        '',
      ].join('\n'),
    );
    await this.startServer();
    const token = async (...words: string[]): Promise<{ token: string; workspace?: string }> =>
      this.person.json(['token', 'create', ...words]);
    this.personToken = (await token('--scope', 'person')).token;
    this.agentToken = (await token('--scope', 'agent')).token;
    for (const [at, name] of PROJECTS.entries()) {
      const folder = folders[at] ?? '';
      const bound = await token('--scope', 'agent', '--workspace', folder);
      this.projects.set(name, { name, folder, workspaceId: bound.workspace ?? '', token: bound.token });
    }
  }

  get dataFolder(): string {
    return join(this.person.home, '.local', 'share', 'deputize');
  }

  project(name: ProjectName): Project {
    const found = this.projects.get(name);
    if (!found) throw new Error(`There is no project ${name}.`);
    return found;
  }

  other(name: ProjectName): Project {
    return this.project(PROJECTS[(PROJECTS.indexOf(name) + 1) % PROJECTS.length] ?? 'alpha');
  }

  async startServer(): Promise<void> {
    this.server = await this.person.start();
    for (const page of this.#pages.values()) await page.context().close();
    this.#pages.clear();
  }

  /** A client that is connected in a project; a new one after the last was closed. */
  async agent(name: ProjectName): Promise<McpAgent> {
    const known = this.#agents.get(name);
    if (known) return known;
    const agent = await this.person.connect(this.project(name).folder);
    this.#agents.set(name, agent);
    return agent;
  }

  async closeAgent(name: ProjectName): Promise<void> {
    await this.#agents.get(name)?.close();
    this.#agents.delete(name);
  }

  async page(size: 'desktop' | 'phone'): Promise<Page> {
    const known = this.#pages.get(size);
    if (known) return known;
    const page = await this.person.openBrowser(await this.person.signInLink(), size);
    this.#pages.set(size, page);
    return page;
  }

  async http<Body>(
    token: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Body }> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** What is in every folder that an effect could reach, by project, and in the server's own folder. */
  snapshot(): Record<string, Record<string, string>> {
    const folders = new Map<string, string>([...this.projects].map(([name, { folder }]) => [name, folder]));
    folders.set('own', join(this.dataFolder, 'workspace'));
    folders.set('home', this.person.home);
    return Object.fromEntries([...folders].map(([name, folder]) => [name, filesIn(folder)]));
  }

  resetFiles(): void {
    for (const { folder } of this.projects.values()) writeFileSync(join(folder, FILE), ORIGINAL);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.person[Symbol.asyncDispose]();
    await this.model.close();
  }
}

function filesIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]));
}
