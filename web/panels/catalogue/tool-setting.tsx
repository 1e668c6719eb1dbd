/** One's own setting for one tool. What stands above it can be stricter. */
import type { ReactNode } from 'react';

import type { SettingMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { useChangeSetting } from '../../state/change-setting.ts';
import { useLine } from '../../state/live.ts';
import { useSettings } from '../../state/queries.ts';

const VALUES = ['off', 'ask', 'allow'] as const;

interface Props {
  readonly tool: string;
  readonly preset: string;
}

export function ToolSetting({ tool, preset }: Props): ReactNode {
  const { userId } = useLine();
  const settings = useSettings().data ?? [];
  const change = useChangeSetting();
  const pattern = `${preset}/${tool}`;
  const isOwn = (row: SettingMessage): boolean => row.level === 'user' && row.subject === userId;
  const own = settings.find((row) => isOwn(row) && row.pattern === pattern);
  const named = settings.filter(
    (row) => !(isOwn(row) && row.pattern === pattern) && [tool, pattern].includes(row.pattern),
  );
  return (
    <div className="setting">
      <span className="soft">{messages.catalogue.setting}</span>
      <span className="segmented" role="group" aria-label={messages.catalogue.setting}>
        {VALUES.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={(own?.value ?? 'allow') === value}
            disabled={change.isPending || userId === undefined}
            onClick={() => change.mutate({ pattern, value })}
          >
            {messages.rules.values[value]}
          </button>
        ))}
      </span>
      {named.map(({ level, pattern: of, value }) => (
        <span key={`${level} ${of}`} className="soft">
          {messages.rules.values[value]}: {messages.catalogue.settingFrom(messages.rules.levels[level] ?? level, of)}
        </span>
      ))}
      {change.error && <span className="fault">{change.error.message}</span>}
    </div>
  );
}
