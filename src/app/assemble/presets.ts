/** All presets by name. A preset loads its tools, so only the chosen presets are loaded. */
import { DeputizeError, type Preset, type Tool } from '../../core/index.ts';
import type { DesktopConfig } from '../config/desktop.ts';
import { withDocumentation } from './tool-docs.ts';

/** Not built here: its tools run in the automation service, so `assemble` builds it with the connection to that. */
export const DESKTOP = 'desktop';
const SHELL = 'shell.run';

const ours: Readonly<Record<string, () => Promise<Preset>>> = {
  workspace: async () => {
    const { workspace } = await import('../../presets/workspace/preset.ts');
    return withDocumentation(workspace, ['files', 'code', 'web', 'session']);
  },
  personal: async () => {
    const { personal } = await import('../../presets/personal/preset.ts');
    return withDocumentation(personal, ['mail', 'calendar', 'files/bucket', 'web', 'session']);
  },
  organization: async () => {
    const { organization } = await import('../../presets/organization/preset.ts');
    return withDocumentation(organization, ['organization', 'session']);
  },
};

/** The desktop preset with the caution that the configuration sets. */
export async function desktopPreset({ ask, shell }: Pick<DesktopConfig, 'ask' | 'shell'>): Promise<Preset> {
  const { desktop, desktopAskingEverything } = await import('../../presets/desktop/preset.ts');
  const preset = ask === 'everything' ? desktopAskingEverything : desktop;
  const tools = preset.tools.map((tool) =>
    tool.name === SHELL && shell === undefined ? stripCapabilities(tool) : tool,
  );
  return withDocumentation({ ...preset, tools }, ['desktop', 'files/scoped', 'session']);
}

/** A tool that the configuration switches off gets no capabilities, so it cannot have an effect. */
function stripCapabilities(tool: Tool): Tool {
  const facts = () => ({ effect: 'execute' }) as const;
  const run = (): never => {
    throw new DeputizeError('BLOCKED', `${tool.name} is switched off.`);
  };
  return { ...tool, needs: [], facts, preview: undefined, run };
}

/** The requested names in their order, or all names if none are requested. `added` holds presets of this installation. */
export function choosePresets(names: readonly string[] | undefined, added: readonly Preset[] = []): readonly string[] {
  const all = [...Object.keys(ours), DESKTOP, ...added.map(({ name }) => name)];
  const unknown = names?.find((name) => !all.includes(name));
  if (unknown === undefined) return names ?? all;
  throw new DeputizeError('INVALID_CONFIGURATION', `There is no preset "${unknown}".`, {
    details: { key: 'presets', accepted: all },
  });
}

/** Whether a server offers the preset. By default it offers all except desktop, which can reach the whole machine. */
export function isPresetEnabled(chosen: readonly string[] | undefined, name: string): boolean {
  return chosen === undefined ? name !== DESKTOP : chosen.includes(name);
}

export async function loadPresets(names: readonly string[], added: readonly Preset[] = []): Promise<readonly Preset[]> {
  const loaded = names.map(async (name) => added.find((preset) => preset.name === name) ?? (await ours[name]?.()));
  return (await Promise.all(loaded)).filter((preset) => preset !== undefined);
}
