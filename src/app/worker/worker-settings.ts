/** Reads the settings of a Worker from `wrangler.jsonc` and its secrets. An error names a missing setting. */
import type { DavAccount } from '../../connectors/calendar/dav-exchange.ts';
import type { D1Binding } from '../../connectors/database/d1.ts';
import type { R2Binding } from '../../connectors/objects/r2.ts';
import type { StoredKey } from '../../connectors/secrets/signing-key.ts';
import { DeputizeError } from '../../core/index.ts';
import { providerNames, type ModelOptions } from '../../agent/models/provider.ts';

export interface WorkerBindings {
  readonly DB: D1Binding;
  readonly BUCKET: R2Binding;
  /** Where people reach the Worker, such as https://deputize.example.workers.dev. */
  readonly ORIGIN?: string;
  /** The only address that mail is accepted for. */
  readonly MAIL_ADDRESS?: string;
  /** Secrets: the signing key, and the key for requesting sign-in links. `npm run deploy:worker` creates them. */
  readonly SIGNING_KEY?: string;
  readonly SETUP_KEY?: string;
  readonly TAVILY_API_KEY?: string;
  /** One calendar on a CalDAV server. Without it, the calendar is in the database. */
  readonly CALDAV_URL?: string;
  readonly CALDAV_USERNAME?: string;
  readonly CALDAV_PASSWORD?: string;
  readonly CALDAV_CALENDAR?: string;
  /** The zone of times without a time zone. The default is UTC. */
  readonly TIME_ZONE?: string;
  readonly DISCORD_WEBHOOK?: string;
  /** The model that writes summaries of mail. Optional. */
  readonly MODEL_PROVIDER?: string;
  readonly MODEL?: string;
  readonly MODEL_URL?: string;
  readonly MODEL_KEY?: string;
}

const LEAST_SETUP_KEY = 32;

export function readSetupKey({ SETUP_KEY }: WorkerBindings): string {
  if (SETUP_KEY && SETUP_KEY.length >= LEAST_SETUP_KEY) return SETUP_KEY;
  throw missingBindingError('SETUP_KEY');
}

export function readSigningKey({ SIGNING_KEY }: WorkerBindings): StoredKey {
  try {
    return JSON.parse(SIGNING_KEY ?? '') as StoredKey;
  } catch {
    // The invalid value may be a secret, so the error does not contain it.
    throw missingBindingError('SIGNING_KEY');
  }
}

export function readModelOptions({
  MODEL_PROVIDER,
  MODEL,
  MODEL_URL,
  MODEL_KEY,
}: WorkerBindings): ModelOptions | undefined {
  if (!MODEL) return undefined;
  const provider = providerNames.find((name) => name === MODEL_PROVIDER);
  if (!provider)
    throw new DeputizeError('INVALID_CONFIGURATION', `MODEL_PROVIDER must be one of ${providerNames.join(', ')}.`);
  return { name: MODEL, model: MODEL, provider, url: MODEL_URL || undefined, key: MODEL_KEY };
}

export function readCalendarAccount(
  bindings: WorkerBindings,
): (DavAccount & { readonly calendar: string }) | undefined {
  const { CALDAV_URL: url, CALDAV_USERNAME: username, CALDAV_PASSWORD: password, CALDAV_CALENDAR: calendar } = bindings;
  if (!url) return undefined;
  if (!username) throw missingBindingError('CALDAV_USERNAME');
  if (!password) throw missingBindingError('CALDAV_PASSWORD');
  if (!calendar) throw missingBindingError('CALDAV_CALENDAR');
  return { url, username, password, calendar };
}

function missingBindingError(name: string): DeputizeError {
  return new DeputizeError(
    'INVALID_CONFIGURATION',
    `The Worker has no usable ${name}. "npm run dev:worker" and "npm run deploy:worker" make the keys; the rest is in wrangler.jsonc.`,
    { details: { key: name } },
  );
}
