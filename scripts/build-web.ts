/** Builds the console into web/dist, with every file compressed beside itself. The old build stays until the new one is whole. */
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

import { BUILT_FROM, isConsoleFresh, sourcesDigest } from '../src/app/server/console.ts';

const web = join(import.meta.dirname, '..', 'web');
const target = join(web, 'dist');
const fresh = join(web, `dist-${process.pid}`);
const old = `${fresh}-old`;
process.env['NODE_ENV'] = 'production';

// Servers read from the folder while they run, so it is left alone where it would only become the same.
if (!isConsoleFresh()) await buildAnew();
for (const name of globSync('assets/*.br', { cwd: target }))
  console.log(`${name}  ${(statSync(join(target, name)).size / 1_000).toFixed(1)} kB`);

async function buildAnew(): Promise<void> {
  const digest = sourcesDigest();
  try {
    await build({
      root: web,
      configFile: false,
      logLevel: 'warn',
      build: {
        outDir: fresh,
        emptyOutDir: true,
        target: 'es2024',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 1_000,
        rolldownOptions: {
          // Packages say which of their files are for browsers; here all are.
          onLog: (level, log, handle) => void (log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log)),
        },
      },
    });
    for (const name of globSync('**/*.{html,js,css,svg,webmanifest}', { cwd: fresh })) compress(join(fresh, name));
    writeFileSync(join(fresh, BUILT_FROM), digest);
    if (existsSync(target)) renameSync(target, old);
    renameSync(fresh, target);
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  }
}

function compress(path: string): void {
  const content = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
