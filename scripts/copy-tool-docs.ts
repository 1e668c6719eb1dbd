/** Puts the tools' documentation beside their built code. */
import { cpSync, globSync } from 'node:fs';

for (const file of globSync('src/toolsets/**/*.md')) cpSync(file, file.replace(/^src/, 'dist'));
