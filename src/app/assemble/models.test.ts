import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';

import { askModel } from '../../../test/support/clients/ask-model.ts';
import { startScriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts';
import { findModels } from './models.ts';

// Nothing listens there, so no Ollama of this machine gets into the tests.
const NO_OLLAMA = { OLLAMA_HOST: '127.0.0.1:9' };
const find = (env: Record<string, string>, config: Parameters<typeof findModels>[0] = {}) =>
  findModels(config, { ...NO_OLLAMA, ...env });

const servers: ScriptedModel[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function serve(options: Parameters<typeof startScriptedModel>[0]): Promise<ScriptedModel> {
  const server = await startScriptedModel(options);
  servers.push(server);
  return server;
}

describe('the environment', () => {
  test('without anything says what to set', async () => {
    expect(await find({}).list()).toEqual([]);
    await expect(find({}).get()).rejects.toMatchObject({
      code: 'NOT_AVAILABLE',
      message: expect.stringMatching(/OPENAI_API_KEY.*Ollama.*deputize\.yaml/),
    });
    await expect(find({}).get('main')).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
  });

  test('offers a model for each key that is set, and never shows the key', async () => {
    const models = find({ OPENAI_API_KEY: 'k1', GOOGLE_GENERATIVE_AI_API_KEY: 'k2', ANTHROPIC_API_KEY: 'k3' });
    const list = await models.list();
    expect(list.map(({ name, from, missing }) => [name, from, missing])).toEqual([
      ['openai', 'OPENAI_API_KEY', undefined],
      ['google', 'GOOGLE_GENERATIVE_AI_API_KEY', undefined],
      ['anthropic', 'ANTHROPIC_API_KEY', undefined],
    ]);
    expect(JSON.stringify(list)).not.toMatch(/k[123]/);
    expect((await models.get()).provider).toBe('openai');
    expect(await models.get('anthropic')).toMatchObject({ name: 'anthropic', provider: 'anthropic' });
    expect(await models.get('anthropic')).toBe(await models.get('anthropic'));
    await expect(models.get('main')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no model "main"; there is openai, google, anthropic.',
    });
  });

  test('finds the models of an Ollama', async () => {
    const script = { models: ['qwen3:8b', 'nomic-embed-text', 'a\u001B[2Jb'], turns: [{ text: 'hi' }] };
    const { url } = await serve({ script });
    const host = new URL(url).host;
    for (const written of [host, `http://${host}`, `http://${host}/`, host.replace('127.0.0.1', '0.0.0.0')]) {
      expect(await find({ OLLAMA_HOST: written }).list()).toEqual([
        {
          name: 'ollama/qwen3:8b',
          provider: 'openai-compatible',
          model: 'qwen3:8b',
          from: `Ollama at ${host}`,
          missing: undefined,
        },
      ]);
    }
    expect((await askModel(await find({ OLLAMA_HOST: host }).get())).text).toBe('hi');
    expect((await find({ OLLAMA_HOST: host, ANTHROPIC_API_KEY: 'k' }).get()).name).toBe('anthropic');
    expect((await find({ OLLAMA_HOST: host, ANTHROPIC_API_KEY: 'k' }).get('ollama/qwen3:8b')).name).toBe(
      'ollama/qwen3:8b',
    );
  });

  test.each([
    [{ DEPUTIZE_MODEL: 'gemini/gemini-3.8-flash', GEMINI_API_KEY: 'k' }, 'google', 'gemini-3.8-flash', undefined],
    [{ DEPUTIZE_MODEL: 'openai/gpt-6', ANTHROPIC_API_KEY: 'k' }, 'openai', 'gpt-6', 'OPENAI_API_KEY is not set'],
    [{ DEPUTIZE_MODEL: 'ollama/library/qwen3:8b' }, 'openai-compatible', 'library/qwen3:8b', undefined],
    [{ DEPUTIZE_MODEL: 'openai-compatible/x' }, 'openai-compatible', 'x', 'OPENAI_BASE_URL is not set'],
    [
      { DEPUTIZE_MODEL: 'gpt-6' },
      'openai-compatible',
      'gpt-6',
      expect.stringContaining('DEPUTIZE_MODEL is not provider/model'),
    ],
  ])('is overruled by %o', async (env, provider, model, missing) => {
    const [first] = await find(env).list();
    expect(first).toEqual({ name: env.DEPUTIZE_MODEL, provider, model, from: 'DEPUTIZE_MODEL', missing });
    const getting = find(env).get();
    if (missing === undefined) expect((await getting).provider).toBe(provider);
    else await expect(getting).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
  });

  test('names a compatible server', async () => {
    const server = await serve({ script: [{ text: 'hi' }], key: 'k' });
    const models = find({ DEPUTIZE_MODEL: 'openai-compatible/x', OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'k' });
    expect((await askModel(await models.get())).text).toBe('hi');
  });
});

describe('the configuration', () => {
  const anthropic = { provider: 'anthropic', model: 'claude-sonnet-5-5' } as const;

  test('counts alone, its default first', async () => {
    const models = find(
      { OPENAI_API_KEY: 'k1', ANTHROPIC_API_KEY: 'k2' },
      { models: { a: anthropic, b: { ...anthropic, key: { env: 'MINE' } } }, defaultModel: 'b' },
    );
    expect((await models.list()).map(({ name, from, missing }) => [name, from, missing])).toEqual([
      ['b', 'deputize.yaml', 'models.b.key: the environment variable MINE is not set'],
      ['a', 'deputize.yaml', undefined],
    ]);
    await expect(models.get()).rejects.toMatchObject({
      code: 'NOT_AVAILABLE',
      message: expect.stringContaining('MINE is not set'),
    });
    expect((await models.get('a')).name).toBe('a');
    await expect(models.get('openai')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('takes a key from a file, and asks with it', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'models-')), 'key');
    writeFileSync(file, 'from-a-file\n');
    const server = await serve({ script: [{ text: 'hi' }], key: 'from-a-file' });
    const model = { provider: 'openai-compatible', model: 'x', url: server.url } as const;
    const models = find(
      {},
      { models: { good: { ...model, key: { file } }, bad: { ...model, key: { file: `${file}-` } } } },
    );
    expect((await askModel(await models.get())).text).toBe('hi');
    await expect(models.get('bad')).rejects.toMatchObject({ message: expect.stringContaining('cannot be read') });
  });

  test('does not send a provider’s usual key to another address', async () => {
    const url = 'https://proxy.example.com/v1';
    const models = find({ ANTHROPIC_API_KEY: 'k' }, { models: { main: { ...anthropic, url } } });
    await expect(models.get()).rejects.toMatchObject({
      code: 'NOT_AVAILABLE',
      message: expect.stringContaining('models.main.key'),
    });
  });
});
