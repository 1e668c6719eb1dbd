/** Every preset there is, by name. Its tools are loaded with it, so only those are that somebody is to have. */
import { DeputizeError, type Preset } from '../core/index.ts';
import { withDocumentation } from './tool-docs.ts';

const ours: Readonly<Record<string, () => Promise<Preset>>> = {
  workspace: async () => {
    const { workspace } = await import('../presets/workspace/preset.ts');
    return withDocumentation(workspace, ['files', 'code', 'web', 'session']);
  },
  personal: async () => {
    const { personal } = await import('../presets/personal/preset.ts');
    return withDocumentation(personal, ['mail', 'calendar', 'files/bucket', 'web', 'session']);
  },
  organization: async () => {
    const { organization } = await import('../presets/organization/preset.ts');
    return withDocumentation(organization, ['organization/files', 'organization/knowledge', 'session']);
  },
};

/** The names that were asked for, in that order; all when none were. `added` are those of this installation alone. */
export function choosePresets(names: readonly string[] | undefined, added: readonly Preset[] = []): readonly string[] {
  const all = [...Object.keys(ours), ...added.map(({ name }) => name)];
  const unknown = names?.find((name) => !all.includes(name));
  if (unknown === undefined) return names ?? all;
  throw new DeputizeError('INVALID_CONFIGURATION', `There is no preset "${unknown}".`, {
    details: { key: 'presets', accepted: all },
  });
}

export async function loadPresets(names: readonly string[], added: readonly Preset[] = []): Promise<readonly Preset[]> {
  const loaded = names.map(async (name) => added.find((preset) => preset.name === name) ?? (await ours[name]?.()));
  return (await Promise.all(loaded)).filter((preset) => preset !== undefined);
}
