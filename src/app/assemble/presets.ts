/** Every preset there is, by name. Its tools are loaded with it, so only those are that somebody is to have. */
import { DeputizeError, type Preset, type Tool } from '../../core/index.ts';
import type { DesktopConfig } from '../config/desktop.ts';
import { withDocumentation } from './tool-docs.ts';

/** Its tools have their powers elsewhere, so it is put together by whoever knows where. */
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

/** As cautious as the configuration says. */
export async function desktopPreset({ ask, shell }: Pick<DesktopConfig, 'ask' | 'shell'>): Promise<Preset> {
  const { desktop, desktopAskingEverything } = await import('../../presets/desktop/preset.ts');
  const preset = ask === 'everything' ? desktopAskingEverything : desktop;
  const tools = preset.tools.map((tool) =>
    tool.name === SHELL && shell === undefined ? stripCapabilities(tool) : tool,
  );
  return withDocumentation({ ...preset, tools }, ['desktop', 'files/scoped', 'session']);
}

/** Switched off by the settings, it is given nothing that it could use all the same. */
function stripCapabilities(tool: Tool): Tool {
  const facts = () => ({ effect: 'execute' }) as const;
  const run = (): never => {
    throw new DeputizeError('BLOCKED', `${tool.name} is switched off.`);
  };
  return { ...tool, needs: [], facts, preview: undefined, run };
}

/** The names that were asked for, in that order; all when none were. `added` are those of this installation alone. */
export function choosePresets(names: readonly string[] | undefined, added: readonly Preset[] = []): readonly string[] {
  const all = [...Object.keys(ours), DESKTOP, ...added.map(({ name }) => name)];
  const unknown = names?.find((name) => !all.includes(name));
  if (unknown === undefined) return names ?? all;
  throw new DeputizeError('INVALID_CONFIGURATION', `There is no preset "${unknown}".`, {
    details: { key: 'presets', accepted: all },
  });
}

/** Whether a server offers it: what was chosen, and where nothing was, all that reaches no further than it is given. */
export function isPresetEnabled(chosen: readonly string[] | undefined, name: string): boolean {
  return chosen === undefined ? name !== DESKTOP : chosen.includes(name);
}

export async function loadPresets(names: readonly string[], added: readonly Preset[] = []): Promise<readonly Preset[]> {
  const loaded = names.map(async (name) => added.find((preset) => preset.name === name) ?? (await ours[name]?.()));
  return (await Promise.all(loaded)).filter((preset) => preset !== undefined);
}
