/** The long documentation of our own tools: a Markdown file beside each tool, read when it is requested. */
import { readFileSync } from 'node:fs';

import type { Preset, Tool } from '../../core/index.ts';
import { isClone, packageRoot } from '../../lib/node/package-root.ts';

const toolsets = new URL(isClone ? 'src/toolsets/' : 'dist/toolsets/', packageRoot);

/** `folders` are the toolsets of the preset, because two presets may have tools with the same name. */
export function withDocumentation(preset: Preset, folders: readonly string[]): Preset {
  return { ...preset, tools: preset.tools.map((tool) => documented(tool, folders)) };
}

export function documented(tool: Tool, folders: readonly string[]): Tool {
  return {
    ...tool,
    get documentation() {
      return read(`${tool.name.replaceAll(/[._]/g, '-')}.md`, folders) ?? tool.documentation;
    },
  };
}

function read(file: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    try {
      return readFileSync(new URL(`${folder}/${file}`, toolsets), 'utf8');
    } catch {
      continue;
    }
  }
  return undefined;
}
