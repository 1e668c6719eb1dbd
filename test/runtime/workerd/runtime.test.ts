/** The shared suite inside workerd: nothing of the core may need Node. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll } from 'vitest';

import { describeRuntime } from '../runtime.suite.ts';

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';
let miniflare: Miniflare | undefined;
afterAll(() => miniflare?.dispose());

const engine = createRequire(import.meta.url).resolve('@cedar-policy/cedar-wasm/nodejs');
const wasm = join(dirname(engine), '..', 'web', 'cedar_wasm_bg.wasm');

/** Bundles one module. The policy engine stays a separate module, because workerd compiles WebAssembly only at start. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'import'],
    external: ['node:crypto'],
    plugins: [
      {
        name: 'wasm',
        setup: (plugin) => plugin.onResolve({ filter: /\.wasm$/ }, () => ({ path: './cedar.wasm', external: true })),
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}

describeRuntime('workerd with D1', async () => {
  const worker = new Miniflare({
    modules: [
      { type: 'ESModule', path: 'worker.mjs', contents: await bundle() },
      { type: 'CompiledWasm', path: 'cedar.wasm', contents: await readFile(wasm) },
    ],
    d1Databases: ['DB'],
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
  });
  miniflare = worker;
  return {
    step: async (step) => {
      const response = await worker.dispatchFetch('http://worker/', { method: 'POST', body: JSON.stringify(step) });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
  };
});
