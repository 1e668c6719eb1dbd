/** Narrows a list to one workspace. Not shown where there is nothing to choose between. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';

interface Props {
  readonly workspaces: readonly { readonly id: string; readonly label: string }[];
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

export function WorkspaceSelect({ workspaces, value, onChange }: Props): ReactNode {
  if (workspaces.length < 2 && value === undefined) return null;
  return (
    <label className="workspace-select">
      <span className="unseen">{messages.workspaces.label}</span>
      <select value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">{messages.workspaces.any}</option>
        {workspaces.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
