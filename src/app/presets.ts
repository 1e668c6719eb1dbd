/** Every preset there is, by name. */
import type { Preset } from '../core/index.ts';
import { DeputizeError } from '../core/index.ts';
import { personal } from '../presets/personal/preset.ts';
import { workspace } from '../presets/workspace/preset.ts';
import { withDocumentation } from './tool-docs.ts';

const ours: readonly Preset[] = [
  withDocumentation(workspace, ['files', 'code', 'web', 'session']),
  withDocumentation(personal, ['mail', 'calendar', 'files/bucket', 'web', 'session']),
];

/** Those that were asked for, in that order. `added` are those of this installation alone. */
export function choosePresets(names: readonly string[] | undefined, added: readonly Preset[] = []): readonly Preset[] {
  const all = [...ours, ...added];
  if (!names) return all;
  return names.map((name) => {
    const preset = all.find((candidate) => candidate.name === name);
    if (preset) return preset;
    throw new DeputizeError('INVALID_CONFIGURATION', `There is no preset "${name}".`, {
      details: { key: 'presets', accepted: all.map((candidate) => candidate.name) },
    });
  });
}
