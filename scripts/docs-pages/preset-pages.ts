/** The tables of tools in docs/presets, from the presets themselves. The rest of these pages is written by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { firstSentence } from '../../src/core/catalogue/summary.ts';
import type { Preset, Tool } from '../../src/core/index.ts';
import { desktop } from '../../src/presets/desktop/preset.ts';
import { organization } from '../../src/presets/organization/preset.ts';
import { personal } from '../../src/presets/personal/preset.ts';
import { workspace } from '../../src/presets/workspace/preset.ts';
import { code } from './json-schema.ts';
import { escapeText, writeTable } from './markdown.ts';

const BEGIN = '<!-- tools: begin -->';
const END = '<!-- tools: end -->';
const PRESETS: readonly Preset[] = [workspace, personal, desktop, organization];

interface ToolSchema {
  readonly toolId: string;
  readonly description: string;
  readonly allowedModes: readonly string[];
  readonly requiresConfirmation: boolean;
}

/** Each page with its table filled in, by its path. */
export function writePresetPages(repository: string): Record<string, string> {
  const tables = [
    ...PRESETS.map((preset) => [preset.name, writeTools(preset)] as const),
    ['voice', writeExampleTools(join(repository, 'tools'))] as const,
  ];
  return Object.fromEntries(
    tables.map(([name, table]) => {
      const path = `docs/presets/${name}.md`;
      return [path, fillTable(readFileSync(join(repository, path), 'utf8'), table)];
    }),
  );
}

function fillTable(page: string, table: string): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  return [before, BEGIN, `\n\n${table}\n\n`, END, after].join('');
}

const writeTools = (preset: Preset): string =>
  writeTable(
    ['tool', 'what it does', 'risk', 'asks', 'undo'],
    preset.tools.map((tool) => [
      code(tool.name),
      escapeText(firstSentence(tool.description)),
      tool.risk === 'computed' ? 'depends' : tool.risk,
      describeAsking(tool, preset),
      tool.undo ? 'yes' : 'no',
    ]),
  );

function describeAsking({ risk, confirmation, grants, sideEffects }: Tool, preset: Preset): string {
  const isAskedChange = preset === desktop && risk === 'medium' && sideEffects === 'writes';
  if (confirmation === 'always' || risk === 'high' || isAskedChange) return grants ? 'yes' : 'yes, each time';
  if (confirmation === 'if_destructive') return 'if it overwrites or destroys';
  if (risk === 'computed') return 'depends on the call';
  return risk === 'medium' ? 'no; the reply says so' : 'no';
}

function writeExampleTools(folder: string): string {
  const schemas = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name, 'schema.json'), 'utf8')) as ToolSchema);
  return writeTable(
    ['tool', 'what it does', 'for', 'asks'],
    schemas.map(({ toolId, description, allowedModes, requiresConfirmation }) => [
      code(toolId),
      escapeText(firstSentence(description)),
      allowedModes.join(', '),
      requiresConfirmation ? 'yes' : 'no',
    ]),
  );
}
