/** Sets something for oneself, and takes it away again. */
import { useMutation } from '@tanstack/react-query';

import type { SettingMessage } from '../../src/wire/messages.ts';
import { ask } from './api.ts';
import { useLine } from './live.ts';
import { client } from './queries.ts';

export interface Change {
  readonly pattern: string;
  readonly value: SettingMessage['value'];
}

const look = async (): Promise<void> => {
  await client.invalidateQueries({ queryKey: ['settings'] });
  await client.invalidateQueries({ queryKey: ['tools'] });
};

export const useRemoveSetting = () =>
  useMutation({
    mutationFn: ({ level, subject, pattern }: Pick<SettingMessage, 'level' | 'subject' | 'pattern'>) =>
      ask(`/api/settings?${new URLSearchParams({ level, subject, pattern })}`, { method: 'DELETE' }),
    onSettled: look,
  });

export function useChangeSetting() {
  const { userId } = useLine();
  return useMutation({
    mutationFn: ({ pattern, value }: Change) =>
      ask('/api/settings', { method: 'PUT', json: { level: 'user', subject: userId, pattern, value } }),
    onSettled: look,
  });
}
