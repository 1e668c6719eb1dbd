/** Offers a folder of authored tools as presets, and loads it again after every build. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { HandlerPool } from '../../connectors/authored-tools/handler-pool.ts';
import { readRegistryFile, watchRegistryFile } from '../../connectors/authored-tools/registry-file.ts';
import { toErrorValue, type Log, type Preset, type ToolBundle } from '../../core/index.ts';
import type { Registry } from '../../core/registry.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import { authoredTools } from '../../authoring/contract/authored-tool.ts';
import { isClone, packageRoot } from '../../lib/node/package-root.ts';
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

/** The presets that contain the authored tools. */
const AUTHORED_PRESETS: readonly Preset[] = [AUTHORED, withDocumentation(voice, ['session'])];

/** The folder of the built example tools. Only an installed package has it: a clone has their sources instead. */
export function findExampleTools(): string | undefined {
  const folder = fileURLToPath(new URL('dist/example-tools/', packageRoot));
  return !isClone && existsSync(join(folder, 'tool_registry.json')) ? folder : undefined;
}

export interface AuthoredTools {
  readonly presets: readonly Preset[];
  /** The tools of the folder at the start, once for each loaded preset. */
  sources(isThere: (preset: string) => boolean): ToolBundle[];
  /** Loads a rebuilt registry while the process runs. A broken one is logged, and the last valid one stays. */
  follow(registry: Registry): void;
  close(): Promise<void>;
}

interface AuthoredToolsOptions {
  readonly log: Log;
  /** The process runs long, so it keeps a spare process ready for the next handler. */
  readonly isServer?: boolean | undefined;
  /** The folder holds the example tools. Only the voice preset offers them. */
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
