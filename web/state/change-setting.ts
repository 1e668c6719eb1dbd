/** Sets something for oneself. */
import { useMutation } from '@tanstack/react-query';

import type { SettingMessage } from '../../src/wire/messages.ts';
import { ask } from './api.ts';
import { useLine } from './live.ts';
import { client } from './queries.ts';

export interface Change {
  readonly pattern: string;
  readonly value: SettingMessage['value'];
}

export function useChangeSetting() {
  const { userId } = useLine();
  return useMutation({
    mutationFn: ({ pattern, value }: Change) =>
      ask('/api/settings', { method: 'PUT', json: { level: 'user', subject: userId, pattern, value } }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['settings'] });
      await client.invalidateQueries({ queryKey: ['tools'] });
    },
  });
}
