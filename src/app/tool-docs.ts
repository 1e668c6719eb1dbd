/** The long documentation of our own tools: a Markdown file beside each, read when somebody asks for it. */
import { readdirSync, readFileSync } from 'node:fs';

import type { Preset, Tool } from '../core/index.ts';

const toolsets = new URL('../toolsets/', import.meta.url);

export function withDocumentation(preset: Preset): Preset {
  return { ...preset, tools: preset.tools.map(documented) };
}

export function documented(tool: Tool): Tool {
  return {
    ...tool,
    get documentation() {
      return read(`${tool.name.replaceAll(/[._]/g, '-')}.md`) ?? tool.documentation;
    },
  };
}

function read(file: string): string | undefined {
  for (const folder of readdirSync(toolsets)) {
    try {
      return readFileSync(new URL(`${folder}/${file}`, toolsets), 'utf8');
    } catch {
      continue;
    }
  }
  return undefined;
}
