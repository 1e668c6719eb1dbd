/** The folder of authored tools, offered as a preset, and taken up anew when it was built again. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { HandlerPool } from '../../connectors/authored-tools/handler-pool.ts';
import { readRegistryFile, watchRegistryFile } from '../../connectors/authored-tools/registry-file.ts';
import { toErrorValue, type Log, type Preset, type ToolBundle } from '../../core/index.ts';
import type { Registry } from '../../core/registry.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import { authoredTools } from '../../authoring/contract/authored-tool.ts';
import { voice } from '../../presets/voice/preset.ts';
import { readResult } from '../../toolsets/session/read-result.ts';
import { withDocumentation } from './tool-docs.ts';

export const AUTHORED: Preset = withDocumentation(
  {
    name: 'tools',
    description: 'The tools that were written for this installation, each a folder of four files.',
    tools: [readResult],
    policy: '',
  },
  ['session'],
);

/** Those whose tools are authored ones. */
const AUTHORED_PRESETS: readonly Preset[] = [AUTHORED, withDocumentation(voice, ['session'])];

const EXAMPLES = new URL('../../example-tools/', import.meta.url);

/** The folder of the example tools, in an installed package. A clone has their sources instead. */
export function findExampleTools(): string | undefined {
  const folder = fileURLToPath(EXAMPLES);
  return existsSync(join(folder, 'tool_registry.json')) ? folder : undefined;
}

export interface AuthoredTools {
  readonly presets: readonly Preset[];
  /** What the folder offers at the start, to each of the presets that are there. */
  sources(isThere: (preset: string) => boolean): ToolBundle[];
  /** Takes a rebuilt registry up as long as this runs. A broken one is said to be so, and the last good one stays. */
  follow(registry: Registry): void;
  close(): Promise<void>;
}

export interface AuthoredToolsOptions {
  readonly log: Log;
  /** The program lives long: a process is kept ready for the next handler. */
  readonly isServer?: boolean | undefined;
  /** They are the examples, which only the preset that they belong to offers. */
  readonly isExample?: boolean | undefined;
}

export function openAuthoredTools(
  folder: string,
  { log, isServer = false, isExample = false }: AuthoredToolsOptions,
): AuthoredTools {
  const presets = isExample ? AUTHORED_PRESETS.filter(({ name }) => name === voice.name) : AUTHORED_PRESETS;
  const file = join(folder, 'tool_registry.json');
  const built = readRegistryFile(file);
  const printed = (text: string): void => log('info', 'a handler printed', { text });
  const handlers = new HandlerPool({ printed, spare: isServer });
  const toSources = (read: ToolRegistry): ToolBundle[] => {
    const tools = authoredTools(read, handlers);
    return presets.map(({ name }) => ({ preset: name, name: 'authored', tools, version: read.version }));
  };
  const stops: (() => void)[] = [];
  try {
    const first = toSources(built);
    return {
      presets,
      sources: (isThere) => first.filter(({ preset }) => isThere(preset)),
      follow(registry) {
        let { version } = built;
        const takeUp = (): void => {
          try {
            const next = readRegistryFile(file);
            if (next.version === version) return;
            for (const source of toSources(next)) if (registry.has(source.preset)) registry.replace(source);
            version = next.version;
            log('info', 'the authored tools were rebuilt', { version, tools: next.tools.length });
          } catch (error) {
            log('error', 'the authored tools could not be taken up; the last ones stay', {
              why: toErrorValue(error).message,
            });
          }
        };
        stops.push(watchRegistryFile(file, takeUp));
      },
      async close() {
        for (const stop of stops) stop();
        await handlers.close();
      },
    };
  } catch (error) {
    void handlers.close();
    throw error;
  }
}
