/** Says at the start which providers cannot be reached. Nothing waits for it: they may come back at any time. */
import type { OidcProvider } from './auth.ts';
import { toDiscoveryUrl } from './discovery.ts';

const TIMEOUT_MS = 10_000;

export async function reportUnreachable(
  providers: readonly OidcProvider[],
  log: (level: 'warn', message: string) => void,
): Promise<void> {
  await Promise.all(
    providers.map(async (provider) => {
      try {
        const answer = await fetch(toDiscoveryUrl(provider), {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
        });
        await answer.body?.cancel();
        if (!answer.ok) throw new Error(`it answers ${answer.status}`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        log('warn', `the provider ${provider.id} cannot be reached (${why}); signing in with it fails until it can`);
      }
    }),
  );
}
