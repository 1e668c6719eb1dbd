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

// Each step of an example is a process of its own, and the machine may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

interface Block {
  readonly language: string;
  readonly code: string;
}

function blocks(file: string): Block[] {
  const text = readFileSync(join(repository, file), 'utf8');
  return [...text.matchAll(/^```(\S[^\n]*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

function block(file: string, language: string): string {
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

describe('README.md', () => {
  test('the commands to try it do what their comments say', () => {
    const out = run('bash', ['-euo', 'pipefail', '-c', block('README.md', 'sh')]);
    expect(out).toContain('"name": "notes.txt"');
    expect(out).toMatch(/^[0-9a-f-]{36} {2}low {5}write_file {2}Overwrite "notes.txt"/m);
    expect(out).toContain('Undone: write_file');
    expect(out).toContain('a first line');
    expect(out).toMatch(/The audit holds: \d+ records/);
  });

  test('the example company answers as its comments say', () => {
    const out = run('bash', ['-euo', 'pipefail', '-c', block('README.md', 'sh demo')]);
    expect(out).toMatch(/"subject": "Battery/);
    expect(out).toContain('"cleo@example.com"');
    expect(out).toMatch(/"files": \[\],?\s+"total": 0/);
    expect(out).toMatch(/^[0-9a-f-]{36} {2}high {4}send_email {2}/m);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\?link=/m);
  });

  test('the HTTP example reads a file from a running server', async () => {
    mkdirSync(join(folder, 'demo'), { recursive: true });
    writeFileSync(join(folder, 'demo', 'notes.txt'), 'over http\n');
    const args = ['start', '--port', '0', '--json', '--data', 'state', '--workspace', 'demo'];
    const server = spawn('deputize', args, {
      cwd: folder,
      env: environmentIn(folder),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(server.stdout, 'data')) as [Buffer];
      const { url } = JSON.parse(line.toString()) as { url: string };
      const out = run('bash', ['-euo', 'pipefail', '-c', block('README.md', 'sh http')], { URL: url });
      expect(JSON.parse(out)).toMatchObject({ state: 'ok', value: { content: 'over http\n' } });
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });

  test('the conversation is answered, and goes on', async () => {
    mkdirSync(join(folder, 'demo'), { recursive: true });
    writeFileSync(
      join(folder, 'talk.yaml'),
      "- { when: folder, text: There is notes.txt. }\n- { when: notes.txt say, text: 'Not much.' }\n",
    );
    await withModel('talk.yaml', (env) => {
      const out = run('bash', ['-euo', 'pipefail', '-c', block('README.md', 'sh chat')], env);
      expect(out).toBe('There is notes.txt.\nNot much.\n');
    });
  });

  test('the library example asks, is approved and runs', () => {
    writeFileSync(join(folder, 'example.ts'), block('README.md', 'ts').replace('./state', './library-state'));
    expect(run('node', ['example.ts'])).toBe('pending\nok\n');
  });

  test('the desktop example says what it would move, moves it after a yes, and stops everything', () => {
    const out = run('bash', ['-euo', 'pipefail', '-c', block('README.md', 'sh desktop')]);
    expect(out).toContain('"dryRun": true');
    expect(out).toContain('demo/letters/letter.txt');
    expect(out).toMatch(/Stopped\. 0 running calls are cancelled, \d+ waiting ones refused\./);
    expect(out).toContain('Lifted: calls can be made again.');
    expect(readFileSync(join(folder, 'demo/letters/letter.txt'), 'utf8')).toBe('a letter\n');
  });

  test('the mail example finds the letter that it takes in', () => {
    const out = run('bash', ['-euo', 'pipefail', '-c', block('README.md', 'sh mail')]);
    expect(out).toContain('1 mail taken in');
    expect(out).toContain('"summary": "Shall we meet at noon?"');
  });

  test('and the calendar says when it is taken', () => {
    const out = run('bash', ['-euo', 'pipefail', '-c', block('README.md', 'sh calendar')]);
    expect(JSON.parse(out)).toEqual({ slots: [], unreadable: [] });
  });

  test('the configuration example is accepted', async () => {
    const file = join(folder, 'deputize.yaml');
    writeFileSync(file, block('README.md', 'yaml'));
    const { config } = await loadConfig(folder, file);
    expect(config.approvals.highRiskExpiry).toBe(600_000);
    expect(config.settings).toEqual(parse('delete_file: "off"'));
  });

  test('the client configuration starts a server that lists the tools', async () => {
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

describe('docs/recipes/several-people.md', () => {
  const recipe = 'docs/recipes/several-people.md';
  /** Its blocks stand within a list. */
  const within = (language: string): string => {
    const text = readFileSync(join(repository, recipe), 'utf8');
    const [, code = ''] = new RegExp(`^ {3}\`\`\`${language}\\n([\\s\\S]*?)^ {3}\`\`\`$`, 'm').exec(text) ?? [];
    expect(code).not.toBe('');
    return code.replaceAll(/^ {3}/gm, '');
  };

  test('R18: the configuration is accepted, and its commands make a department, a user and an invitation', async () => {
    const data = join(folder, 'people');
    mkdirSync(data);
    writeFileSync(join(data, 'deputize.yaml'), within('yaml'));
    const { config } = await loadConfig(data, join(data, 'deputize.yaml'));
    expect(Object.keys(config.organization.signIn?.providers ?? {})).toEqual(['company']);
    const env = { DEPUTIZE_DATA: data, LOGIN_SECRET: 'an example secret' };
    const out = run('bash', ['-euo', 'pipefail', '-c', within('sh')], env);
    expect(out).toContain('"email":"ann@example.com"');
    expect(out).toMatch(/https:\/\/assistant\.example\.com\/invitation\?token=inv_/);
  });
});

describe('docs/recipes/voice.md', () => {
  const recipe = 'docs/recipes/voice.md';

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

test('every block of the documents is text, or run by a test here', () => {
  const known = new Set([
    'text',
    'sh',
    'sh http',
    'sh demo',
    'sh chat',
    'sh mail',
    'sh calendar',
    'sh desktop',
    'ts',
    'js',
    'json',
    'yaml',
  ]);
  for (const file of [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...globSync('docs/**/*.md', { cwd: repository }),
  ]) {
    // This one is followed as a whole above.
    if (file === 'docs/authoring-tools.md') continue;
    for (const { language } of blocks(file)) expect(known, `${file}: ${language}`).toContain(language);
  }
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
