/** The user's setting for one tool, and the setting that applies. A higher level can be stricter. */
import type { ReactNode } from 'react';

import type { SettingMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { useChangeSetting, useRemoveSetting } from '../../state/change-setting.ts';
import { useLine } from '../../state/live.ts';
import { useSettings } from '../../state/queries.ts';

const VALUES = ['off', 'ask', 'allow'] as const;

interface Props {
  readonly tool: string;
  readonly holds: SettingMessage | null;
  readonly preset: string;
}

export function ToolSetting({ tool, holds, preset }: Props): ReactNode {
  const { userId } = useLine();
  const settings = useSettings().data ?? [];
  const change = useChangeSetting();
  const remove = useRemoveSetting();
  const isBusy = change.isPending || remove.isPending || userId === undefined;
  const fault = change.error ?? remove.error;
  const pattern = `${preset}/${tool}`;
  const isOwn = (row: SettingMessage): boolean => row.level === 'user' && row.subject === userId;
  const own = settings.find((row) => isOwn(row) && row.pattern === pattern);
  return (
    <div className="setting">
      <span className="soft">{messages.catalogue.setting}</span>
      <span className="segmented" role="group" aria-label={messages.catalogue.setting}>
        {VALUES.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={own?.value === value}
            disabled={isBusy}
            onClick={() => change.mutate({ pattern, value })}
          >
            {messages.rules.values[value]}
          </button>
        ))}
      </span>
      {holds && !(isOwn(holds) && holds.pattern === pattern) && (
        <span className="soft">
          {messages.catalogue.holds(
            messages.rules.values[holds.value] ?? holds.value,
            messages.rules.levels[holds.level] ?? holds.level,
            holds.pattern,
          )}
        </span>
      )}
      {own && (
        <button type="button" className="button small quiet" disabled={isBusy} onClick={() => remove.mutate(own)}>
          {messages.rules.remove}
        </button>
      )}
      {fault && <span className="fault">{fault.message}</span>}
    </div>
  );
}
