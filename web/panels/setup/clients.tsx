/** How to connect a client, ready to be copied. */
import { useState, type ReactNode } from 'react';

import type { SetupState } from '../../../src/wire/setup.ts';
import { messages } from '../../messages.ts';
import { CopyBlock } from '../../primitives/copy-block.tsx';
import { CLIENTS, TOKEN, type Way } from './client-configs.ts';

const words = messages.setup.clients;

export function Clients({ setup }: { readonly setup: SetupState }): ReactNode {
  const presets = setup.presets.filter(({ isOn }) => isOn).map(({ name }) => name);
  const [client, setClient] = useState('Claude Desktop');
  const [preset, setPreset] = useState(presets[0] ?? '');
  const [wanted, setWanted] = useState<Way>('command');
  const ways = CLIENTS[client] ?? {};
  const way = ways[wanted] ? wanted : 'command';
  const config = ways[way]?.({ mcp: setup.mcp, preset, workspace: setup.workspace });
  return (
    <section aria-labelledby="clients-title">
      <h2 id="clients-title">{words.title}</h2>
      <p className="soft">{words.hint}</p>
      <div className="choices">
        <Choice label={words.client} value={client} all={Object.keys(CLIENTS)} onChange={setClient} />
        <Choice label={words.preset} value={preset} all={presets} onChange={setPreset} />
        <Choice
          label={words.way}
          value={way}
          all={Object.keys(ways)}
          names={words.ways}
          onChange={(next) => setWanted(next as Way)}
        />
      </div>
      {config && (
        <>
          <CopyBlock label={config.file === undefined ? words.terminal : words.into(config.file)} text={config.text} />
          {config.text.includes(TOKEN) && <p className="soft small">{words.token}</p>}
        </>
      )}
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly all: readonly string[];
  readonly names?: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, all, names = {}, onChange }: ChoiceProps): ReactNode {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {all.map((one) => (
          <option key={one} value={one}>
            {names[one] ?? one}
          </option>
        ))}
      </select>
    </label>
  );
}
