/** Signs and checks confirm tokens: the proof of an approval, for the exact arguments of one call and a single use. */
import type { SigningKey } from '../ports/secrets.ts';
import { DeputizeError, type ErrorCode } from './errors.ts';

// Loaded with the first approval, because most processes have none.
const loadJose = () => import('jose');

const ISSUER = 'deputize';
const AUDIENCE = 'deputize:execute';

/** What a confirm token proves: the approved call, its user, arguments and resources. `expiresAt` is in milliseconds. */
export interface TokenClaims {
  readonly tokenId: string;
  readonly callId: string;
  readonly traceId: string;
  readonly userId: string;
  readonly preset: string;
  readonly tools: readonly string[];
  readonly scopes: readonly string[];
  readonly argsHash: string;
  /** The ids of the resources that the call was approved in. */
  readonly resources: readonly string[];
  readonly approvalId: string;
  /** The call may run only if the preview still has this state. Null means any state. */
  readonly expected: string | null;
  readonly reusable: boolean;
  readonly expiresAt: number;
}

/** The fields of a call that must equal the claims of its token. */
interface TokenUse {
  readonly traceId: string | undefined;
  readonly userId: string;
  readonly preset: string;
  readonly tool: string;
  readonly argsHash: string;
}

/** Signs a confirm token. Throws NOT_AVAILABLE if this process has no private key. */
export async function mintToken(key: SigningKey, claims: TokenClaims, now: number): Promise<string> {
  if (!key.privateKey) throw new DeputizeError('NOT_AVAILABLE', 'This process checks confirm tokens and makes none.');
  const { SignJWT } = await loadJose();
  const { tokenId, userId, expiresAt, ...rest } = claims;
  return new SignJWT({ ...rest })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.id, typ: 'confirm+jwt' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setJti(tokenId)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(key.privateKey);
}

/** Returns the claims of a valid token, and throws a TOKEN error otherwise. Single use is checked by the database. */
export async function checkToken(
  key: Pick<SigningKey, 'publicKey'>,
  token: string,
  use: TokenUse,
  now: number,
): Promise<TokenClaims> {
  const claims = await readToken(key, token, now);
  if (claims.userId !== use.userId) throw tokenError('TOKEN_USER', 'This confirm token was given to another user.');
  if (use.traceId !== undefined && claims.traceId !== use.traceId) {
    throw tokenError('TOKEN_TRACE', 'This confirm token was given for another trace.');
  }
  if (claims.preset !== use.preset || !claims.tools.includes(use.tool)) {
    throw tokenError('TOKEN_TOOL', `This confirm token was given for ${claims.tools.join(', ')} of ${claims.preset}.`);
  }
  if (claims.argsHash !== use.argsHash)
    throw tokenError('TOKEN_ARGUMENTS', 'The arguments are not those that were approved.');
  return claims;
}

async function readToken(key: Pick<SigningKey, 'publicKey'>, token: string, now: number): Promise<TokenClaims> {
  const { errors, jwtVerify } = await loadJose();
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: ['EdDSA'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'confirm+jwt',
      requiredClaims: ['exp', 'jti', 'sub', 'argsHash', 'tools', 'traceId'],
      currentDate: new Date(now),
    });
    const { jti, sub, exp, ...rest } = payload as unknown as TokenClaims & { jti: string; sub: string; exp: number };
    return { ...rest, resources: rest.resources ?? [], tokenId: jti, userId: sub, expiresAt: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw tokenError('TOKEN_EXPIRED', 'This confirm token is past its time.');
    throw tokenError('TOKEN_INVALID', 'This is not a confirm token of this runtime.', error);
  }
}

function tokenError(code: ErrorCode, message: string, cause?: unknown): DeputizeError {
  return new DeputizeError(code, message, { cause });
}
