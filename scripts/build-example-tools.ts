/** Builds the example tools into the package, which offers them as the preset `voice`. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { buildTools, REGISTRY_FILE } from '../src/authoring/build.ts';

const target = join(import.meta.dirname, '..', 'dist', 'example-tools');
const result = buildTools(join(import.meta.dirname, '..', 'tools'), { fresh: true });
if (!result.ok) throw new Error(`The example tools have faults: ${JSON.stringify(result.faults)}`);
mkdirSync(target, { recursive: true });
cpSync(result.built.file, join(target, REGISTRY_FILE));
rmSync(result.built.file);
