/** Setting up, from top to bottom: who the assistant is, what it works with, who may connect, and how to keep it all. */
import '../../style/setup.css';

import type { ReactNode } from 'react';

import type { SetupState } from '../../../src/wire/setup.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { useSetup } from '../../state/setup.ts';
import { Backup } from './backup.tsx';
import { Clients } from './clients.tsx';
import { PartForm } from './part-form.tsx';
import { PARTS } from './parts.ts';
import { Presets } from './presets.tsx';
import { Tokens } from './tokens.tsx';

const words = messages.setup;

export function SetupPanel(): ReactNode {
  const { data, error, isPending } = useSetup();
  return (
    <div className="page setup">
      <h1>{words.title}</h1>
      {isPending && <p className="soft">{messages.loading}</p>}
      {error && <Notice tone="bad">{error.message}</Notice>}
      {data === null && <Notice tone="quiet">{words.notYours}</Notice>}
      {data && <Installation setup={data} />}
      <Tokens />
      {data && <Backup flags={data.mcp.flags} />}
    </div>
  );
}

function Installation({ setup }: { readonly setup: SetupState }): ReactNode {
  return (
    <>
      <p className="soft">{words.lead}</p>
      {setup.isRestartNeeded && <Notice tone="wait">{words.restart}</Notice>}
      <ol className="steps">
        <Presets presets={setup.presets} />
        {PARTS.map((part) => (
          <PartForm key={part.part} part={part} now={part.now(setup)} />
        ))}
      </ol>
      <p className="soft small">{words.file(setup.file)}</p>
      <Clients setup={setup} />
    </>
  );
}
