/** The runtime that the suite drives, put together from whatever a platform offers. Runs anywhere. */
import { z } from 'zod';

import { DeputizeError, defineTool, OWNER, type Preset, type RuntimeOptions } from '../../src/core/index.ts';
import { contentCipher, createSecretSealer } from '../../src/connectors/secrets/content-cipher.ts';
import { Runtime } from '../../src/core/runtime.ts';
import type { Digest } from '../../src/ports/digest.ts';
import type { ObjectStore } from '../../src/ports/object-store.ts';
import type { SigningKey } from '../../src/ports/secrets.ts';
import { searchTools } from '../../src/toolsets/session/search-tools.ts';
import type { Step } from './runtime.suite.ts';

export type Offered = Pick<RuntimeOptions, 'openDatabase' | 'digest' | 'cedar'>;

function tools(): Preset['tools'] {
  let [greeted, launched] = [0, 0];
  return [
    defineTool({
      name: 'greet',
      description: 'Greets.',
      input: z.strictObject({ name: z.string() }),
      output: z.strictObject({ text: z.string(), times: z.int() }),
      risk: 'low',
      run: ({ name }) => ({ text: `Hello ${name}`, times: (greeted += 1) }),
    }),
    defineTool({
      name: 'launch',
      description: 'Launches.',
      input: z.strictObject({ target: z.string() }),
      output: z.strictObject({ launched: z.string(), times: z.int() }),
      risk: 'high',
      sideEffects: 'writes',
      run: ({ target }) => ({ launched: target, times: (launched += 1) }),
    }),
  ];
}

export async function openScenario(offered: Offered): Promise<(step: Step) => Promise<unknown>> {
  const key = await newKey();
  const runtime = await Runtime.open({
    secretRules: async () => [],
    ...offered,
    clock: { now: Date.now },
    presets: [{ name: 'sample', description: 'Two tools.', tools: tools(), policy: '' }],
    signingKey: async () => key,
    contentCipher,
    secretSealer: createSecretSealer('the key of this test'),
    objects: memoryObjects(offered.digest),
    discoveryTools: [searchTools],
    capabilities: () => ({}),
    origin: () => 'https://deputize.example',
    log: () => undefined,
    identity: { host: 'here', process: 'this' },
    isAlive: () => true,
  });
  await runtime.loadPolicies();
  return async (step) => {
    try {
      return await perform(runtime, step);
    } catch (error) {
      if (error instanceof DeputizeError) return { thrown: error.code };
      throw error;
    }
  };
}

async function perform(runtime: Runtime, step: Step): Promise<unknown> {
  const agent = await runtime.directory.principal(OWNER, 'agent', 'test');
  const person = await runtime.directory.principal(OWNER, 'person', 'test');
  switch (step.do) {
    case 'call':
      return runtime.call({ tool: step.tool, args: step.args, preset: 'sample', callId: step.callId }, agent);
    case 'list':
      return runtime.approvals.list(person);
    case 'decide': {
      const { id, decision, as } = step;
      return runtime.approvals.decide(id, { decision, via: 'test' }, as === 'person' ? person : agent);
    }
    case 'outcome':
      return runtime.calls.outcome(step.callId, agent);
    case 'audit':
      return runtime.audit.read({ limit: 1_000 });
    case 'verify':
      await runtime.audit.checkpoint();
      return runtime.audit.verify();
  }
}

async function newKey(): Promise<SigningKey> {
  const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
  return { id: 'test', privateKey: pair.privateKey, publicKey: pair.publicKey };
}

function memoryObjects(digest: Digest): ObjectStore {
  const kept = new Map<string, Uint8Array>();
  return {
    put: async (content) => {
      const pieces: Uint8Array[] = [];
      if (content instanceof Uint8Array) pieces.push(content);
      else for await (const piece of content) pieces.push(piece);
      const bytes = new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
      const hash = digest.sha256(new TextDecoder().decode(bytes));
      kept.set(hash, bytes);
      return { hash, size: bytes.length };
    },
    get: async (hash) => kept.get(hash),
    stream: async function* (hash) {
      const bytes = kept.get(hash);
      if (bytes) yield bytes;
    },
  };
}
