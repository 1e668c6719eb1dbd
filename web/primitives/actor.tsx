/** Who makes a call. A long id is shortened; the whole id is in the tooltip. */
import type { ReactNode } from 'react';

import { actorName } from '../../src/wire/actor-name.ts';
import { messages } from '../messages.ts';
import { VisibleText } from './visible-text.tsx';

const SESSION = /\bsession:[\w-]+/g;
const UUID = /\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

export function Actor({ name }: { readonly name: string }): ReactNode {
  return (
    <span title={name}>
      <VisibleText text={actorName(name).replace(SESSION, messages.inBrowser).replace(UUID, '$1…')} />
    </span>
  );
}
