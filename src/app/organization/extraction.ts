/** Where the process that reads files is, and what of this package it may read. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openConfinedExtraction } from '../../connectors/text-extraction/confined-extraction.ts';
import type { TextExtraction } from '../../ports/text-extraction.ts';

export function openExtraction(): TextExtraction {
  const name = import.meta.url.endsWith('.ts') ? './extract-process.ts' : './extract-process.js';
  const program = new URL(name, import.meta.url);
  const own = join(dirname(fileURLToPath(program)), '../..');
  // Packages lie beside ours where it is one of them itself.
  const packages = ['unpdf', 'postal-mime', 'fflate', 'htmlparser2'].map((name) => resolveModulesFolder(name));
  return openConfinedExtraction({
    program,
    readable: [...new Set([own, join(own, '..', 'package.json'), ...packages])],
  });
}

/** The node_modules that a package lies in. */
function resolveModulesFolder(name: string): string {
  const entry = fileURLToPath(import.meta.resolve(name));
  const place = entry.lastIndexOf(`node_modules`);
  return join(entry.slice(0, place), 'node_modules');
}
