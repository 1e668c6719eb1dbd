/** Writes the pages of docs/ that are made from schemas. With --check it writes nothing, and fails where a page is stale. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { writeCliPage } from './docs-pages/cli-page.ts';
import { writeConfigurationPage } from './docs-pages/configuration-page.ts';
import { writeHttpApiPage } from './docs-pages/http-api-page.ts';
import { writePresetPages } from './docs-pages/preset-pages.ts';
import { writeWebsocketPage } from './docs-pages/websocket-page.ts';

const repository = join(import.meta.dirname, '..');
const EXAMPLE = join(import.meta.dirname, 'docs-pages', 'example-configuration.yaml');

/** The generated pages by their path. */
export async function generatePages(): Promise<Map<string, string>> {
  const texts = {
    'docs/cli.md': await writeCliPage(),
    'docs/configuration.md': writeConfigurationPage(readFileSync(EXAMPLE, 'utf8')),
    'docs/http-api.md': writeHttpApiPage(),
    'docs/websocket.md': writeWebsocketPage(),
    ...writePresetPages(repository),
  };
  const options = { ...(await resolveConfig(join(repository, 'docs/cli.md'))), parser: 'markdown' };
  const pages = Object.entries(texts).map(async ([path, text]) => [path, await format(text, options)] as const);
  return new Map(await Promise.all(pages));
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  for (const [path, text] of await generatePages()) {
    const file = join(repository, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (!isCheck) writeFileSync(file, text);
    else {
      process.stderr.write(`${path} is stale; run: node scripts/generate-docs.ts\n`);
      process.exitCode = 1;
    }
  }
}
