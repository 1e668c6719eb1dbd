/** How everything is kept, and put back. */
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { CopyBlock } from '../../primitives/copy-block.tsx';

const words = messages.setup.backup;

export function Backup({ flags }: { readonly flags: readonly string[] }): ReactNode {
  const folder = flags.map((flag) => (/^[\w./:-]+$/.test(flag) ? flag : JSON.stringify(flag))).join(' ');
  return (
    <section aria-labelledby="backup-title">
      <h2 id="backup-title">{words.title}</h2>
      <p className="soft">{words.hint}</p>
      <CopyBlock label={words.make} text={`npx deputize backup deputize-backup.tar.gz ${folder}`} />
      <CopyBlock label={words.restore} text={`npx deputize restore deputize-backup.tar.gz --data NEW_FOLDER`} />
    </section>
  );
}
