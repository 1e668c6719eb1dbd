/** What a call acts in, by the labels that a person knows: a project's folder, a calendar, a mailbox. */
import type { ReactNode } from 'react';

import { VisibleText } from './visible-text.tsx';

interface Resource {
  readonly id: string;
  readonly label: string;
}

/** In a row of a list, where there is room for one. */
export function WorkspaceLabel({ workspace }: { readonly workspace: Resource | null }): ReactNode {
  if (workspace === null) return null;
  return (
    <span className="workspace mono cut" title={workspace.label}>
      <bdi>
        <VisibleText text={workspace.label} />
      </bdi>
    </span>
  );
}

export function ResourceChips({ resources }: { readonly resources: readonly Resource[] }): ReactNode {
  return resources.map(({ id, label }) => (
    <span key={id} className="chip">
      <VisibleText text={label} />
    </span>
  ));
}
