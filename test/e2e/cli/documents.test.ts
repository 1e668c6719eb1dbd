/** Every example in the documents runs, as a reader would run it, on the package as it is published. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { loadConfig } from '../../../src/app/config/config.ts';
import { errorCodes } from '../../../src/core/index.ts';
import { environmentIn, installPacked, repository } from '../../support/processes/packed.ts';

// Each step of an example is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

interface Block {
  readonly language: string;
  readonly code: string;
}

/** The fenced blocks of a page, also those inside lists. */
function blocks(file: string): Block[] {
  const text = readFileSync(join(repository, file), 'utf8');
  return [...text.matchAll(/^( *)(`{3,})(\S[^\n]*)\n([\s\S]*?)^\1\2$/gm)].map(
    ([, indent = '', , language = '', code = '']) => ({
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** The blocks that a test has asked for, as `file language`. */
const tried = new Set<string>();

function block(file: string, language: string): string {
  tried.add(`${file} ${language}`);
  const found = blocks(file).filter((candidate) => candidate.language === language);
  expect(found, `${file} has exactly one ${language} block`).toHaveLength(1);
  return found[0]?.code ?? '';
}

let folder: string;
beforeAll(() => {
  folder = installPacked();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package carries the console built, and none of its sources', () => {
  const web = globSync('node_modules/deputize/web/**/*', { cwd: folder });
  expect(web.some((name) => name.endsWith('web/dist/index.html.br'))).toBe(true);
  expect(web.filter((name) => /\.tsx?$/.test(name))).toEqual([]);
});

/** With a scripted model that plays this file, found as the environment says. */
async function withModel(script: string, work: (env: NodeJS.ProcessEnv) => void | Promise<void>): Promise<void> {
  const model = spawn('deputize', ['scripted-model', script, '--json'], {
    cwd: folder,
    env: environmentIn(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(model.stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    await work({ DEPUTIZE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: url });
  } finally {
    model.kill();
    await once(model, 'exit');
  }
}

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): string =>
  execFileSync(command, args, { cwd: folder, env: { ...environmentIn(folder), ...env }, encoding: 'utf8' });

/** npx itself is tried with README.md. Elsewhere its half second for each command is spared. */
const WITHOUT_NPX = 'npx() { "$@"; }';

/** Runs the commands of a page in a folder for this page alone, block after block. */
function follow(page: string, languages: string | readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const place = join(folder, page.replaceAll(/\W/g, '-'));
  mkdirSync(place, { recursive: true });
  const start = page === 'README.md' ? '' : WITHOUT_NPX;
  const commands = [languages].flat().map((language) => block(page, language));
  return run('bash', ['-euo', 'pipefail', '-c', `cd ${place}\n${start}\n${commands.join('\n')}`], env);
}

/** Starts the server on the folder of a page, and stops it afterwards. */
async function withServer(page: string, work: (url: string) => void | Promise<void>): Promise<void> {
  const place = join(folder, page.replaceAll(/\W/g, '-'));
  mkdirSync(join(place, 'demo'), { recursive: true });
  const args = ['start', '--port', '0', '--json', '--data', 'state', '--workspace', 'demo'];
  const server = spawn('deputize', args, {
    cwd: place,
    env: environmentIn(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    await work((JSON.parse(line.toString()) as { url: string }).url);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

/** Loads the configuration in a block. */
async function load(page: string, language = 'yaml') {
  const file = join(folder, 'page.yaml');
  writeFileSync(file, block(page, language));
  return (await loadConfig(folder, file)).config;
}

describe('README.md', () => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');

  test('has at most 700 words, the two commands and the picture', () => {
    expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(700);
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
    expect(readme).toContain('](docs/images/console.png)');
  });

  test('names every preset and links its page', () => {
    for (const preset of ['workspace', 'personal', 'desktop', 'organization', 'voice'])
      expect(readme).toContain(`[${preset}](docs/presets/${preset}.md)`);
  });

  test('the first thing to try waits, is approved, undone and recorded', () => {
    const out = follow('README.md', 'sh');
    expect(out).toContain('"path": "notes.txt"');
    expect(out).toContain('Undone: write_file');
    expect(out).toMatch(/The audit holds: \d+ records/);
    expect(readFileSync(join(folder, 'README-md', 'demo', 'notes.txt'), 'utf8')).toBe('a first line\n');
  });

  test('the second one finds mail of the example company and prints a link', () => {
    const out = follow('README.md', ['sh demo', 'sh stop']);
    expect(out).toMatch(/"subject": ".*[Bb]attery/);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\?link=/m);
  });

  test('the third one starts a server that lists the tools', async () => {
    const example = block('README.md', 'json').replace('/path/to/folder', join(folder, 'demo'));
    const { mcpServers } = JSON.parse(example) as { mcpServers: { workspace: { command: string; args: string[] } } };
    const { command, args } = mcpServers.workspace;
    mkdirSync(join(folder, 'demo'), { recursive: true });
    const env = { ...environmentIn(folder), DEPUTIZE_DATA: join(folder, 'mcp-state') } as Record<string, string>;
    const client = new Client({ name: 'reader', version: '1' });
    await client.connect(new StdioClientTransport({ command, args, env, cwd: folder }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('read_file');
    const written = await client.callTool({ name: 'write_file', arguments: { path: 'by-mcp.txt', content: 'hi' } });
    expect(written.structuredContent).toEqual({ path: 'by-mcp.txt', size: 2 });
    await client.close();
  });
});

describe('docs/getting-started.md', () => {
  const page = 'docs/getting-started.md';

  test('the commands to try it do what their comments say', () => {
    const out = follow(page, 'sh');
    expect(out).toContain('"name": "notes.txt"');
    expect(out).toMatch(/^[0-9a-f-]{36} {2}low {5}write_file {2}Overwrite "notes.txt"/m);
    expect(out).toContain('Undone: write_file');
    expect(out).toContain('a first line');
    expect(out).toMatch(/The audit holds: \d+ records/);
  });

  test('the conversation is answered, and goes on', async () => {
    mkdirSync(join(folder, 'docs-getting-started-md', 'demo'), { recursive: true });
    writeFileSync(
      join(folder, 'talk.yaml'),
      "- { when: folder, text: There is notes.txt. }\n- { when: notes.txt say, text: 'Not much.' }\n",
    );
    await withModel('talk.yaml', (env) => {
      expect(follow(page, 'sh chat', env)).toBe('There is notes.txt.\nNot much.\n');
    });
  });
});

describe('docs/connect-a-client.md', () => {
  const page = 'docs/connect-a-client.md';

  test('the client configuration is the one of README.md', () => {
    expect(block(page, 'json')).toBe(block('README.md', 'json'));
  });

  test('the command makes a token', () => {
    expect(follow(page, 'sh')).toMatch(/dpt_[\w-]{40,}/);
  });

  test('the HTTP example, also that of http-api.md, reads a file from a running server', async () => {
    expect(block('docs/http-api.md', 'sh http')).toBe(block(page, 'sh http'));
    mkdirSync(join(folder, 'docs-connect-a-client-md', 'demo'), { recursive: true });
    writeFileSync(join(folder, 'docs-connect-a-client-md', 'demo', 'notes.txt'), 'over http\n');
    await withServer(page, (url) => {
      const out = follow(page, 'sh http', { URL: url });
      expect(JSON.parse(out)).toMatchObject({ state: 'ok', value: { content: 'over http\n' } });
    });
  });

  test('the library example asks, is approved and runs', () => {
    writeFileSync(join(folder, 'example.ts'), block(page, 'ts').replace('./state', './library-state'));
    expect(run('node', ['example.ts'])).toBe('pending\nok\n');
  });
});

describe('docs/presets', () => {
  test('desktop: says what it would move, moves it after a yes, and stops everything', () => {
    const out = follow('docs/presets/desktop.md', 'sh desktop');
    expect(out).toContain('"dryRun": true');
    expect(out).toContain('demo/letters/letter.txt');
    expect(out).toMatch(/Stopped\. 0 running calls are cancelled, \d+ waiting ones refused\./);
    expect(out).toContain('Lifted: calls can be made again.');
    const letter = join(folder, 'docs-presets-desktop-md', 'demo/letters/letter.txt');
    expect(readFileSync(letter, 'utf8')).toBe('a letter\n');
  });

  test('desktop: the configuration is accepted', async () => {
    const { desktop } = await load('docs/presets/desktop.md');
    expect(desktop.quietHours).toEqual({ from: '22:00', to: '07:00' });
  });

  test('personal: the mail example finds the letter that it takes in', () => {
    const out = follow('docs/presets/personal.md', 'sh mail');
    expect(out).toContain('1 mail taken in');
    expect(out).toContain('"summary": "Shall we meet at noon?"');
  });

  test('personal: the calendar says when it is taken', () => {
    expect(JSON.parse(follow('docs/presets/personal.md', 'sh calendar'))).toEqual({ slots: [], unreadable: [] });
  });

  test('personal: the configuration is accepted', async () => {
    const { mail, calendar } = await load('docs/presets/personal.md');
    expect(mail?.address).toBe('inbox@example.com');
    expect(calendar.caldav?.calendar).toBe('AI Assistant Shared');
  });

  test('organization: the example company answers as its comments say', () => {
    const out = follow('docs/presets/organization.md', 'sh demo');
    expect(out).toMatch(/"subject": "Battery/);
    expect(out).toContain('"cleo@example.com"');
    expect(out).toMatch(/"files": \[\],?\s+"total": 0/);
    expect(out).toMatch(/^[0-9a-f-]{36} {2}high {4}send_email {2}/m);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\?link=/m);
  });

  test('workspace: finds and runs code, and waits before it deletes', () => {
    const out = follow('docs/presets/workspace.md', 'sh');
    expect(out).toContain('def double(x):');
    expect(out).toContain('42\\n');
    expect(out).toMatch(/^[0-9a-f-]{36} {2}high {4}delete_file {2}/m);
  });

  test('workspace: the configuration is accepted', async () => {
    expect((await load('docs/presets/workspace.md')).git.push).toEqual(['git@example.com:me/project.git']);
  });
});

describe('docs/configuration.md', () => {
  test('the example is accepted', async () => {
    const config = await load('docs/configuration.md');
    expect(config.approvals.highRiskExpiry).toBe(600_000);
    expect(config.settings).toEqual(parse('delete_file: "off"'));
  });
});

describe('docs/approvals.md', () => {
  test('edits an approved call, grants calls like it and revokes the grant', () => {
    const out = follow('docs/approvals.md', 'sh');
    expect(out).toContain('"state":"reported"');
    expect(out).toContain('granted-by-the-person');
    expect(out).toMatch(/^[0-9a-f-]{36} {2}allow {2}workspace\/write_file/m);
    expect(readFileSync(join(folder, 'docs-approvals-md', 'demo', 'report.txt'), 'utf8')).toBe('third');
  });
});

describe('docs/undo.md', () => {
  test('puts a moved file back', () => {
    expect(follow('docs/undo.md', 'sh')).toMatch(/Undone: move_file .*\nkeep me\n$/);
  });
});

describe('docs/audit.md', () => {
  test('the audit is shown, signed, verified and exported', () => {
    const out = follow('docs/audit.md', 'sh');
    expect(out).toMatch(/call\.ended {2}list_directory/);
    expect(out).toMatch(/The audit holds: \d+ records/);
    const place = join(folder, 'docs-audit-md');
    for (const name of ['audit.jsonl', 'spans.jsonl', 'checkpoint.json'])
      for (const line of readFileSync(join(place, name), 'utf8').trim().split('\n'))
        expect(JSON.parse(line)).toBeTypeOf('object');
  });

  test('a period is exported, verified as a file, and reported', () => {
    const out = follow('docs/audit.md', 'sh export');
    expect(out).toMatch(/The file holds: \d+ records of Home/);
    expect(out).toContain('# Audit report: Home');
  });

  test('contents are erased, and the audit holds', () => {
    const out = follow('docs/audit.md', 'sh erase');
    expect(out).toMatch(/\d+ are kept/);
    expect(out).toMatch(/Erased: \d+ contents/);
    expect(out).toMatch(/The audit holds: \d+ records/);
  });
});

describe('docs/policy.md', () => {
  test('the house rule refuses the file that it names', () => {
    expect(follow('docs/policy.md', 'sh')).toContain('refused (BLOCKED): The file .env is off limits.');
  });

  test('the configuration names the file of the rules', async () => {
    expect((await load('docs/policy.md')).policy).toBe('./house-rules.cedar');
  });
});

describe('docs/recipes/mounted-servers.md', () => {
  const recipe = 'docs/recipes/mounted-servers.md';

  test('the configuration is accepted', async () => {
    const file = join(folder, 'mounted.yaml');
    writeFileSync(file, block(recipe, 'yaml'));
    const { config } = await loadConfig(folder, file);
    expect(Object.keys(config.mcpServers)).toEqual(['fs', 'issues']);
    expect(config.mcpServers['issues']?.timeout).toBe(120_000);
  });

  test('the commands to try it do what their comments say', () => {
    const place = join(folder, 'recipe');
    mkdirSync(place);
    symlinkSync(join(folder, 'node_modules'), join(place, 'node_modules'));
    const out = run('bash', ['-euo', 'pipefail', '-c', `cd recipe\n${block(recipe, 'sh')}`]);
    expect(out).toMatch(/^fs\.read_text_file +low/m);
    expect(out).toMatch(/^fs\.write_file +high/m);
    expect(readFileSync(join(place, 'shared', 'hello.txt'), 'utf8')).toBe('hello');
    expect(out).toContain('"content": "hello"');
    expect(out).toMatch(/^ {2}offered +fs\.write_file$/m);
    expect(out).toMatch(/^ok +MCP fs +14 tools$/m);
  });
});

describe('docs/authoring-tools.md', () => {
  /** Does what the page says: writes the files that it names, and runs its commands. */
  function followGuide(): string {
    const text = readFileSync(join(repository, 'docs/authoring-tools.md'), 'utf8');
    const outputs: string[] = [];
    for (const [, , info = '', code = ''] of text.matchAll(/^(`{3,})(\S[^\n]*)\n([\s\S]*?)^\1$/gm)) {
      const [language, file] = info.split(' ');
      if (file !== undefined) writeFileSync(join(folder, file), code);
      else if (language === 'sh') outputs.push(run('bash', ['-euo', 'pipefail', '-c', code]));
      else writeFileSync(join(folder, 'guide.yaml'), code);
    }
    return outputs.join('');
  }

  test('V1, V3, V7, V8: followed word for word it makes a tool that the command line and an MCP client can call', async () => {
    const out = followGuide();
    expect(out).toContain('Made tools/greet-person');
    expect(out.match(/^ok +greet_person: \d examples, \d tests, 0 failed$/gm)).toHaveLength(2);
    expect(out).toMatch(/^Built 1 tools/m);
    expect(out).toContain('"greeting": "Bonjour, Ada!"');
    const args = ['mcp', '--preset', 'tools', '--config', 'guide.yaml', '--data', 'guide-state'];
    const env = environmentIn(folder) as Record<string, string>;
    const client = new Client({ name: 'reader', version: '1' });
    await client.connect(new StdioClientTransport({ command: 'deputize', args, env, cwd: folder }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('greet_person');
    const greeted = await client.callTool({ name: 'greet_person', arguments: { name: 'Grace', language: 'de' } });
    expect(greeted.structuredContent).toEqual({ greeting: 'Guten Tag, Grace!' });
    await client.close();
  }, 120_000);
});

describe('docs/company.md', () => {
  const page = 'docs/company.md';

  test('R18: the configuration is accepted, and its commands make a department, a user and an invitation', async () => {
    const data = join(folder, 'people');
    mkdirSync(data);
    writeFileSync(join(data, 'deputize.yaml'), block(page, 'yaml'));
    const { config } = await loadConfig(data, join(data, 'deputize.yaml'));
    expect(Object.keys(config.organization.signIn?.providers ?? {})).toEqual(['company']);
    const out = follow(page, 'sh', { DEPUTIZE_DATA: data, LOGIN_SECRET: 'an example secret' });
    expect(out).toContain('"email":"ann@example.com"');
    expect(out).toMatch(/https:\/\/assistant\.example\.com\/invitation\?token=inv_/);
  });

  test('the configuration of mail is accepted', async () => {
    expect((await load(page, 'yaml mail')).organization.mail.servers).toEqual(['mail.example.com']);
  });
});

describe('docs/presets/voice.md', () => {
  const recipe = 'docs/presets/voice.md';

  test('the configuration is accepted', async () => {
    const file = join(folder, 'voice.yaml');
    writeFileSync(file, block(recipe, 'yaml'));
    const { config } = await loadConfig(folder, file);
    expect(config.voice).toMatchObject({ idleTimeout: 600_000, patience: 5_000, realtime: { provider: 'openai' } });
  });

  test('V4: the client is answered aloud', async () => {
    const place = join(folder, 'voice');
    mkdirSync(place);
    symlinkSync(join(folder, 'node_modules'), join(place, 'node_modules'));
    writeFileSync(join(place, 'client.mjs'), block(recipe, 'js'));
    writeFileSync(join(folder, 'voice-talk.yaml'), '- { when: Good morning, text: Good morning to you. }\n');
    run('bash', ['-euo', 'pipefail', '-c', `cd voice\n${block(recipe, 'sh')}`]);
    await withModel('voice-talk.yaml', async (env) => {
      const args = ['start', '--port', '0', '--json', '--data', 'state', '--tools', 'tools'];
      const server = spawn('deputize', args, {
        cwd: place,
        env: { ...environmentIn(folder), ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        const [line] = (await once(server.stdout, 'data')) as [Buffer];
        const { url } = JSON.parse(line.toString()) as { url: string };
        expect(run('bash', ['-c', 'cd voice && node client.mjs'], { URL: url })).toBe(
          'assistant says: Good morning to you.\n',
        );
      } finally {
        server.kill();
        await once(server, 'exit');
      }
    });
  });
});

describe('CONTRIBUTING.md', () => {
  test('the example of a tool is a tool that counts', () => {
    const code = `${block('CONTRIBUTING.md', 'ts')}\nconsole.log(await countWords.run({ text: 'one two  three' }, {}));`;
    writeFileSync(join(folder, 'count-words.ts'), code);
    expect(run('node', ['count-words.ts'])).toBe('{ words: 3 }\n');
  });
});

describe('docs/recipes/testing-with-a-scripted-model.md', () => {
  const recipe = 'docs/recipes/testing-with-a-scripted-model.md';

  test('the test asks, is asked for a tool, and gets its answer', () => {
    writeFileSync(join(folder, 'scripted.ts'), block(recipe, 'ts'));
    expect(run('node', ['scripted.ts'])).toBe('There is one file, notes.txt.\n');
  });

  test('the commands play the file', () => {
    writeFileSync(join(folder, 'script.yaml'), block(recipe, 'yaml'));
    const out = run('bash', ['-euo', 'pipefail', '-c', block(recipe, 'sh')]);
    expect(JSON.parse(out)).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: 'Let me look.',
            tool_calls: [{ function: { name: 'list_directory' } }, { function: { arguments: '{"path": ' } }],
          },
        },
      ],
    });
  });
});

describe('docs/recipes/chat-clients.md', () => {
  const recipe = 'docs/recipes/chat-clients.md';

  test('the program prints what waits and where to decide', async () => {
    mkdirSync(join(folder, 'demo'), { recursive: true });
    writeFileSync(join(folder, 'demo', 'old.txt'), 'old\n');
    writeFileSync(join(folder, 'clients.yaml'), '- { calls: [{ name: delete_file, args: { path: old.txt } }] }\n');
    writeFileSync(join(folder, 'client.ts'), block(recipe, 'ts'));
    await withModel('clients.yaml', async (env) => {
      const words = ['--data', 'clients-state', '--workspace', 'demo', '--json'];
      const { token } = JSON.parse(run('deputize', ['token', 'create', ...words])) as { token: string };
      const server = spawn('deputize', ['start', '--port', '0', ...words], {
        cwd: folder,
        env: { ...environmentIn(folder), ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        const [line] = (await once(server.stdout, 'data')) as [Buffer];
        const { url } = JSON.parse(line.toString()) as { url: string };
        const out = run('node', ['client.ts'], { DEPUTIZE_URL: url, DEPUTIZE_TOKEN: token });
        expect(out).toContain(`Waiting for your approval:\n- Delete "old.txt" (4 bytes): ${url}/approvals/`);
      } finally {
        server.kill();
        await once(server, 'exit');
      }
    });
  });

  test('the configuration of LibreChat is YAML with the names of its keys', () => {
    expect(parse(block(recipe, 'yaml'))).toMatchObject({
      endpoints: { custom: [{ name: 'Deputize', baseURL: expect.stringMatching(/\/v1$/), models: { fetch: true } }] },
    });
  });
});

test('every block of the documents is text, or was run by a test above', () => {
  const pages = [
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md', 'SECURITY.md', 'SUPPORT.md', 'CHANGELOG.md'],
    ...globSync('docs/**/*.md', { cwd: repository }),
    // The first is followed as a whole above, and the reports of docs/api are written by scripts/api-report.ts.
  ].filter((file) => file !== 'docs/authoring-tools.md' && !file.startsWith('docs/api/'));
  const written = pages.flatMap((file) => blocks(file).map(({ language }) => `${file} ${language}`));
  // test/policy/house-rules.test.ts loads the rules.
  const untried = written.filter((name) => !/ (text|cedar)$/.test(name) && !tried.has(name));
  expect(untried).toEqual([]);
});

test('the table of errors is the one in the code', () => {
  const listed = [
    ...readFileSync(join(repository, 'docs/errors.md'), 'utf8').matchAll(
      /^\| ([A-Z_]+) +\| (\w+) +\| (yes|no) +\| (.+?) +\|$/gm,
    ),
  ];
  const table = Object.fromEntries(
    listed.map(([, code, type, retryable, meaning]) => [code, { type, retryable: retryable === 'yes', meaning }]),
  );
  expect(table).toEqual(errorCodes);
});
