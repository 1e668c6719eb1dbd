/** Which calls are listed. */
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { WorkspaceSelect } from '../../primitives/workspace-select.tsx';
import type { CallFilter } from '../../state/calls.ts';
import { useTools, useWorkspaces } from '../../state/queries.ts';

interface Props {
  readonly filter: CallFilter;
  readonly onChange: (filter: CallFilter) => void;
}

export function CallFilters({ filter, onChange }: Props): ReactNode {
  const tools = useTools(undefined).data?.tools ?? [];
  return (
    <div className="filters" role="group" aria-label={messages.activity.filters}>
      <label>
        <span className="unseen">{messages.activity.state}</span>
        <select
          value={filter.state ?? ''}
          onChange={({ target }) => onChange({ ...filter, state: target.value || undefined })}
        >
          <option value="">{messages.activity.anyState}</option>
          {Object.entries(messages.states).map(([state, words]) => (
            <option key={state} value={state}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="unseen">{messages.activity.tool}</span>
        <select
          value={filter.tool ?? ''}
          onChange={({ target }) => onChange({ ...filter, tool: target.value || undefined })}
        >
          <option value="">{messages.activity.anyTool}</option>
          {tools.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <WorkspaceSelect
        workspaces={useWorkspaces().data ?? []}
        value={filter.workspace}
        onChange={(workspace) => onChange({ ...filter, workspace })}
      />
    </div>
  );
}
