/** The tables of signing in. Users are not among them: a view shows the current users, so a removed user is gone here too. */
import type { Database, DatabaseMigration } from '../../ports/database.ts';

/** Text unless marked: `#` is an integer, `*` is required, `!` is unique, `^` is indexed. Times are ISO text. */
const TABLES: Readonly<Record<string, string>> = {
  session: 'expiresAt* token*! createdAt* updatedAt* ipAddress userAgent userId*^',
  account: `accountId*^ providerId* userId*^ accessToken refreshToken idToken accessTokenExpiresAt refreshTokenExpiresAt
    scope password createdAt* updatedAt*`,
  verification: 'identifier*^ value* expiresAt* createdAt* updatedAt*',
  rateLimit: 'key*! count#* lastRequest#*',
  passkey: 'name publicKey* userId*^ credentialID*^ counter#* deviceType* backedUp#* transports createdAt aaguid',
  jwks: 'publicKey* privateKey* createdAt* expiresAt alg crv',
  oauthClient: `clientId*! clientSecret clientDiscoveryId disabled# skipConsent# enableEndSession# subjectType scopes
    clientCredentialsScopes userId^ createdAt updatedAt name uri icon contacts tos policy softwareId softwareVersion
    softwareStatement redirectUris* postLogoutRedirectUris backchannelLogoutUri backchannelLogoutSessionRequired#
    tokenEndpointAuthMethod applicationType jwks jwksUri grantTypes responseTypes requirePKCE# dpopBoundAccessTokens#
    referenceId metadata`,
  oauthResource: `identifier*! name* accessTokenTtl# refreshTokenTtl# signingAlgorithm signingKeyId allowedScopes
    customClaims dpopBoundAccessTokensRequired# disabled# createdAt updatedAt policyVersion# metadata`,
  oauthClientResource: 'clientId*^ resourceId*^ metadata createdAt',
  oauthRefreshToken: `token*! clientId*^ sessionId^ userId*^ referenceId authorizationCodeId^ resources
    requestedUserInfoClaims expiresAt* createdAt* revoked rotatedAt rotationReplayResponse rotationReplayExpiresAt
    authTime confirmation scopes*`,
  oauthAccessToken: `token*! clientId*^ sessionId^ userId^ referenceId authorizationCodeId^ resources
    requestedUserInfoClaims refreshId^ expiresAt* createdAt* revoked confirmation scopes*`,
  oauthConsent: 'clientId*^ userId^ referenceId resources requestedUserInfoClaims scopes* createdAt* updatedAt*',
  oauthClientAssertion: 'expiresAt*',
};

export function identityMigrations(dialect: Database['dialect']): readonly DatabaseMigration[] {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  return [
    {
      name: 'identity-001',
      statements: [
        usersView(dialect),
        ...Object.entries(TABLES).flatMap(([model, columns]) => buildTable(int, model, columns.split(/\s+/))),
        `create table sign_in_tries (key text primary key, count ${int} not null, since ${int} not null)`,
      ],
    },
    { name: 'identity-002', statements: ['alter table "auth_session" add column "lastSeenAt" text'] },
    {
      name: 'identity-003',
      statements: [
        'alter table "auth_session" add column "publicKey" text',
        'alter table "auth_session" add column "keyCode" text',
        `alter table "auth_session" add column "keyCodeUntil" ${int}`,
        // A session without a key authorises nothing, so its user signs in again.
        'delete from "auth_session"',
      ],
    },
  ];
}

function buildTable(int: string, model: string, columns: readonly string[]): string[] {
  const made = columns.map((described) => {
    const column = described.replaceAll(/[#*!^]/g, '');
    const rules = `${described.includes('*') ? ' not null' : ''}${described.includes('!') ? ' unique' : ''}`;
    return `"${column}" ${described.includes('#') ? int : 'text'}${rules}`;
  });
  const looked = columns
    .filter((described) => described.includes('^'))
    .map((described) => described.replaceAll(/[*^]/g, ''));
  return [
    `create table "auth_${model}" (id text primary key, ${made.join(', ')})`,
    ...looked.map((column) => `create index "auth_${model}_by_${column}" on "auth_${model}" ("${column}")`),
  ];
}

function usersView(dialect: Database['dialect']): string {
  const at =
    dialect === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch')`
      : `to_char(to_timestamp(created_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  // An address counts as verified: only an administrator can enter it.
  return `create view auth_user as select id, name, email, 1 as "emailVerified", null as image, ${at} as "createdAt", ${at} as "updatedAt"
    from users where disabled_at is null and email is not null`;
}
