/** The Worker that the suite drives over fetch: the core on D1, with the policy engine as a WebAssembly module. */
import * as engine from '@cedar-policy/cedar-wasm/web';
import compiled from '@cedar-policy/cedar-wasm/web/cedar_wasm_bg.wasm';
import { createHash } from 'node:crypto';

import { openD1, type D1Binding } from '../../../src/connectors/database/d1.ts';
import type { CedarEngine } from '../../../src/ports/cedar-engine.ts';
import type { Step } from '../runtime.suite.ts';
import { openScenario } from '../scenario.ts';

let scenario: ReturnType<typeof openScenario> | undefined;

const digest = {
  sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
};

export default {
  async fetch(request: Request, { DB }: { DB: D1Binding }): Promise<Response> {
    scenario ??= openScenario({
      openDatabase: (chain) => openD1(DB, { chain: chain('sqlite') }),
      digest,
      cedar: async () => {
        engine.initSync({ module: compiled });
        return engine as unknown as CedarEngine;
      },
    });
    const step = await scenario;
    return Response.json(await step((await request.json()) as Step));
  },
};
