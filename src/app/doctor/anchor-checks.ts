/** Says where the audit is anchored, and which anchors fail. */
import type { DoctorCheck } from '../../doors/cli/environment.ts';
import type { AppAssembly } from '../assemble/assemble.ts';
import { readAnchorState } from '../storage/anchor-state.ts';
import { openAnchors } from '../storage/anchors.ts';

const CHECK = { name: 'anchors', required: false, for: 'noticing an audit that was rolled back' } as const;

export function examineAnchors(assembly: AppAssembly): DoctorCheck[] {
  const entries = openAnchors(assembly);
  if (entries.length === 0)
    return [{ ...CHECK, ok: false, found: 'none', mend: 'list a place under audit.anchors in deputize.yaml' }];
  return entries.map(({ id, anchor: { kind, place } }) => {
    const { anchored, failure } = readAnchorState(assembly.data, id);
    const last = anchored ? `record ${anchored.seq} on ${new Date(anchored.at).toISOString()}` : 'nothing yet';
    const since = failure ? `; fails since ${new Date(failure.since).toISOString()}: ${failure.message}` : '';
    return {
      ...{ ...CHECK, name: `anchor ${kind}`, ok: anchored !== undefined && failure === undefined },
      found: `${place}: ${last}${since}`,
      mend: 'correct what is named; then: deputize audit anchor',
    };
  });
}
