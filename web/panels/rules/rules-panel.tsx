/** What holds beside the presets' own rules: settings on every level, and standing permissions. */
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { useAutonomy } from '../../state/queries.ts';
import { GrantList } from './grant-list.tsx';
import { MountedServers } from './mounted-servers.tsx';
import { SettingTable } from './setting-table.tsx';

export function RulesPanel(): ReactNode {
  const { data: autonomy } = useAutonomy();
  return (
    <div className="page">
      <h1>{messages.rules.title}</h1>
      {autonomy === 'experimental-trusted-values' && <Notice tone="bad">{messages.rules.autonomy}</Notice>}
      <section aria-labelledby="settings-title">
        <h2 id="settings-title">{messages.rules.settings}</h2>
        <p className="soft">{messages.rules.settingsHint}</p>
        <SettingTable />
      </section>
      <section aria-labelledby="grants-title">
        <h2 id="grants-title">{messages.rules.grants}</h2>
        <p className="soft">{messages.rules.grantsHint}</p>
        <GrantList />
      </section>
      <MountedServers />
    </div>
  );
}
