/** Which kinds of assistant there are to be. */
import { useState, type ReactNode } from 'react';

import type { SetupState } from '../../../src/wire/setup.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { useSavePart } from '../../state/setup.ts';
import { Step } from './step.tsx';

const words = messages.setup.presets;

export function Presets({ presets }: { readonly presets: SetupState['presets'] }): ReactNode {
  const [chosen, setChosen] = useState<readonly string[]>(() => presets.filter(({ isOn }) => isOn).map(nameOf));
  const save = useSavePart();
  const toggle = (name: string): void =>
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  const now = presets
    .filter(({ isOn }) => isOn)
    .map(nameOf)
    .join(', ');
  return (
    <Step title={words.title} hint={words.hint} now={now}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ part: 'presets', presets: [...chosen] });
        }}
      >
        {presets.map(({ name }) => (
          <label key={name} className="check" htmlFor={`preset-${name}`}>
            <input
              id={`preset-${name}`}
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={() => toggle(name)}
            />
            <span>
              <strong>{name}</strong>
              <span className="soft check-note">{words.kinds[name]}</span>
              {words.beware[name] !== undefined && <span className="soft check-note">{words.beware[name]}</span>}
            </span>
          </label>
        ))}
        {save.error && <Notice tone="bad">{save.error.message}</Notice>}
        {save.data && <Notice tone="good">{save.data.works}</Notice>}
        <div className="buttons">
          <button type="submit" className="button primary" disabled={save.isPending || chosen.length === 0}>
            {messages.setup.save}
          </button>
        </div>
      </form>
    </Step>
  );
}

const nameOf = ({ name }: { readonly name: string }): string => name;
