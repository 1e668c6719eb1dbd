/** The service worker for notifications and the cached page, and whether this device receives notifications. */
import { useMutation, useQuery } from '@tanstack/react-query';

import { ask } from './api.ts';
import { client } from './queries.ts';

const SCRIPT = '/sw.js';

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** The one script that is ever loaded by its name; the page's policy lets no other rule than this be made. */
function scriptUrl(): string {
  const { trustedTypes } = window as Window & { readonly trustedTypes?: Policies };
  return (
    trustedTypes?.createPolicy('service-worker', { createScriptURL: () => SCRIPT }).createScriptURL(SCRIPT) ?? SCRIPT
  );
}

export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(scriptUrl()).catch(() => undefined);
}

export const canBeTold = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const current = async (): Promise<PushSubscription | null> =>
  (await navigator.serviceWorker.ready).pushManager.getSubscription();

export const useIsTold = () =>
  useQuery({ queryKey: ['told'], enabled: canBeTold, queryFn: async () => (await current()) !== null });

export const useTell = () =>
  useMutation({
    mutationFn: async (isWanted: boolean) => (isWanted ? subscribe() : unsubscribe()),
    onSettled: () => client.invalidateQueries({ queryKey: ['told'] }),
  });

async function subscribe(): Promise<void> {
  const { publicKey } = await ask<{ publicKey: string | null }>('/api/push');
  if (publicKey === null) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = made.toJSON();
  await ask('/api/push', { json: { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] } });
}

async function unsubscribe(): Promise<void> {
  const made = await current();
  if (!made) return;
  await ask(`/api/push?${new URLSearchParams({ endpoint: made.endpoint })}`, { method: 'DELETE' });
  await made.unsubscribe();
}
