/** Settings with where each comes from. One's own can be changed here. */
import { useState, type ReactNode } from 'react';

import type { SettingMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useChangeSetting, useRemoveSetting, type Change } from '../../state/change-setting.ts';
import { useLine } from '../../state/live.ts';
import { useSettings } from '../../state/queries.ts';

const VALUES = ['off', 'ask', 'allow'] as const;

export function SettingTable(): ReactNode {
  const { userId } = useLine();
  const { data = [], error } = useSettings();
  const change = useChangeSetting();
  const remove = useRemoveSetting();
  const fault = change.error ?? remove.error;
  if (error) return <Notice tone="bad">{error.message}</Notice>;
  return (
    <>
      {data.length === 0 ? (
        <p className="empty">{messages.rules.noSettings}</p>
      ) : (
        <ul className="cards">
          {data.map((row) => (
            <li key={`${row.level} ${row.subject} ${row.pattern}`} className="card">
              <span className="mono card-main">
                <VisibleText text={row.pattern} />
              </span>
              <span className="soft">
                {messages.rules.levels[row.level] ?? row.level} <VisibleText text={row.subject} /> ·{' '}
                {messages.rules.setBy} <VisibleText text={row.set_by} />
              </span>
              {row.level === 'user' && row.subject === userId ? (
                <span className="card-end">
                  <Value row={row} onChange={(value) => change.mutate({ pattern: row.pattern, value })} />
                  <button
                    type="button"
                    className="button small quiet"
                    aria-label={messages.rules.removeOne(row.pattern)}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(row)}
                  >
                    {messages.rules.remove}
                  </button>
                </span>
              ) : (
                <strong>{messages.rules.values[row.value]}</strong>
              )}
            </li>
          ))}
        </ul>
      )}
      <AddSetting onAdd={(added) => change.mutate(added)} />
      {fault && <Notice tone="bad">{fault.message}</Notice>}
    </>
  );
}

interface ValueProps {
  readonly row: Change;
  readonly onChange: (value: SettingMessage['value']) => void;
}

function Value({ row, onChange }: ValueProps): ReactNode {
  return (
    <span className="segmented" role="group" aria-label={row.pattern}>
      {VALUES.map((value) => (
        <button key={value} type="button" aria-pressed={row.value === value} onClick={() => onChange(value)}>
          {messages.rules.values[value]}
        </button>
      ))}
    </span>
  );
}

function AddSetting({ onAdd }: { readonly onAdd: (change: Change) => void }): ReactNode {
  const [pattern, setPattern] = useState('');
  const [value, setValue] = useState<Change['value']>('ask');
  return (
    <form
      className="add"
      aria-label={messages.rules.addFor}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd({ pattern, value });
        setPattern('');
      }}
    >
      <label>
        <span className="soft">{messages.rules.pattern}</span>
        <input required maxLength={200} value={pattern} onChange={({ target }) => setPattern(target.value)} />
      </label>
      <label>
        <span className="soft">{messages.rules.value}</span>
        <select value={value} onChange={({ target }) => setValue(target.value as Change['value'])}>
          {VALUES.map((one) => (
            <option key={one} value={one}>
              {messages.rules.values[one]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button">
        {messages.rules.add}
      </button>
    </form>
  );
}
