/** A folder of tools that is there for one test, and what is built of it. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

import { buildTools } from '../../../src/authoring/build.ts';
import type { ToolRegistry } from '../../../src/ports/tool-registry.ts';

export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  readonly mend: string;
}

export class ToolRoom {
  root = '';

  constructor() {
    beforeEach(() => {
      this.root = mkdtempSync(join(tmpdir(), 'tools-'));
    });
    afterEach(() => rmSync(this.root, { recursive: true, force: true }));
  }

  file(): string {
    return join(this.root, 'tool_registry.json');
  }

  registry(): ToolRegistry {
    return JSON.parse(readFileSync(this.file(), 'utf8')) as ToolRegistry;
  }

  faults(): Fault[] {
    const result = buildTools(this.root);
    if (result.ok) return [];
    if (existsSync(this.file())) throw new Error('a build with faults left a registry');
    return result.faults.map((fault) => ({ ...fault, file: fault.file.slice(this.root.length + 1) }));
  }

  built() {
    const result = buildTools(this.root);
    if (!result.ok) throw new Error(JSON.stringify(result.faults));
    return result.built;
  }
}
