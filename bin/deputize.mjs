#!/usr/bin/env node
// Plain JavaScript that any Node can read: it starts the program, or says which Node that needs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

import { findProgram } from './find-program.mjs';

const NEEDED = 24;
// A server lives long and mostly waits: what its calls leave behind is cleared early, so that it stays small.
const SERVER_FLAGS = ['--max-semi-space-size=2', '--heap-growing-percent=5'];
const source = new URL('../src/app/main.ts', import.meta.url);
const isNewEnough = Number(process.versions.node.split('.')[0]) >= NEEDED;
// One node of several on a database of their own has much to do, and is given the memory that takes.
const isOfMany =
  process.env.DEPUTIZE_DATABASE !== undefined || process.argv.some((word) => /^--database(=|$)/.test(word));
/** These commands decide many calls. */
const isLongLived = ['start', 'mcp', 'automation'].includes(process.argv[2] ?? '');
const flags = process.argv[2] === 'start' && !isOfMany ? SERVER_FLAGS : [];
const isFlagged = flags.every((flag) => process.execArgv.includes(flag));
const args = [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)];

if (isNewEnough && !isFlagged && process.execve)
  process.execve(process.execPath, [process.execPath, ...args], process.env);

if (isNewEnough) {
  // One command decides one call: to optimize the policy engine, a large WebAssembly module, takes longer than that.
  if (!isLongLived) setFlagsFromString('--wasm-tiering-budget=1000000000');
  module.enableCompileCache?.();
  await import(findProgram().href);
} else {
  const child = spawn(findDevelopmentNode(), args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** The Node that a clone has among its development dependencies. An installed package has none. */
function findDevelopmentNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    if (!existsSync(source)) throw new Error('not a clone');
    const require = module.createRequire(import.meta.url);
    return require.resolve(`node-${platform}-${process.arch}/bin/node${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    process.stderr.write(`Deputize needs Node ${NEEDED} or later; this is ${process.version}.\n`);
    process.exit(1);
  }
}
