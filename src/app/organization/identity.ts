/** Signing in, where the configuration switches it on. What it is made of is loaded when the server knows where it is reached. */
import { randomBytes } from 'node:crypto';

import { signInEndings } from '../../connectors/identity/endings.ts';
import { keptAccess } from '../../connectors/identity/kept-access.ts';
import { identityMigrations } from '../../connectors/identity/tables.ts';
import { SecretStore } from '../../connectors/secrets/secret-store.ts';
import { DeputizeError, type Log, type Runtime } from '../../core/index.ts';
import type { Database } from '../../ports/database.ts';
import type { SignIn } from '../../ports/sign-in.ts';
import type { LoadedConfig } from '../config/config.ts';
import type { SignInConfig } from './sign-in-config.ts';

export { identityMigrations };

/** Signing in to a server that is reached there. */
export type OpenSignIn = (origin: string) => Promise<SignIn>;

interface Parts {
  readonly config: SignInConfig;
  readonly loaded: LoadedConfig;
  readonly data: string;
  readonly database: Database;
  readonly runtime: Runtime;
  readonly log: Log;
}

const STORED_AS = 'sign-in';

export function openIdentity({ config, loaded, data, database, runtime, log }: Parts): OpenSignIn {
  runtime.people.alsoEnds((userId) => signInEndings(database.dialect, userId));
  runtime.access.alsoKeeps(keptAccess(database, Date.now));
  return async (origin) => {
    const { openSignIn } = await import('../../connectors/identity/sign-in.ts');
    const presets = runtime.registry.presets().map(({ name }) => name);
    return openSignIn({
      database,
      origin,
      secret: loadSignInSecret(config, loaded, data),
      resources: [`${origin}/mcp`, ...presets.map((name) => `${origin}/mcp/${name}`)],
      password: config.password === 'on',
      passkeys: config.passkeys === 'on',
      providers: Object.entries(config.providers).map(([id, { name, issuer, clientId, clientSecret }]) => ({
        ...{ id, name, issuer, clientId },
        clientSecret: clientSecret && loaded.secret(`organization.signIn.providers.${id}.clientSecret`, clientSecret),
      })),
      registration: config.clients === 'open',
      now: Date.now,
      signedIn: (userId) => runtime.credentials.noteSignIn(userId, 'sign-in'),
      log: (level, message) => log(level, `signing in: ${message}`),
    });
  };
}

function loadSignInSecret({ secret }: SignInConfig, loaded: LoadedConfig, data: string): string {
  if (secret) {
    const found = loaded.secret('organization.signIn.secret', secret);
    if (found.length >= 32) return found;
    throw new DeputizeError('INVALID_CONFIGURATION', 'organization.signIn.secret is shorter than 32 characters.', {
      details: { key: 'organization.signIn.secret' },
    });
  }
  const store = new SecretStore(data);
  const known = store.read(STORED_AS);
  if (known !== undefined) return known;
  const made = randomBytes(32).toString('base64url');
  store.write(STORED_AS, made);
  return store.read(STORED_AS) ?? made;
}
