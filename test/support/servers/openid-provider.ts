/** An OpenID provider on loopback. It signs the claims that a test sets, for any user, with a separate key. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface Says {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  /** What goes wrong, if anything. */
  readonly fault?: 'other key' | 'other nonce' | 'other audience';
}

export interface OpenIdProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  says: Says;
}

/** On a free port, or where an earlier one was. */
export async function startOpenIdProvider(port = 0): Promise<OpenIdProvider> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { nonce: string; challenge: string; redirect: string }>();
  const [clientId, clientSecret] = ['deputize-test', 'an example secret'];

  const tokenFor = async (nonce: string): Promise<string> => {
    const { fault, ...claims } = provider.says;
    return new SignJWT({ ...claims, name: 'As told', nonce: fault === 'other nonce' ? 'another' : nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .setIssuer(provider.issuer)
      .setAudience(fault === 'other audience' ? 'somebody-else' : clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(fault === 'other key' ? foreign.privateKey : own.privateKey);
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer);
    const json = (body: object, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const answer = async (): Promise<void> => {
      switch (url.pathname) {
        case '/.well-known/openid-configuration':
          return json({
            issuer: provider.issuer,
            authorization_endpoint: `${provider.issuer}/authorize`,
            token_endpoint: `${provider.issuer}/token`,
            jwks_uri: `${provider.issuer}/jwks`,
            id_token_signing_alg_values_supported: ['RS256'],
          });
        case '/jwks':
          return json({ keys: [jwk] });
        case '/authorize': {
          const asked = (name: string): string => url.searchParams.get(name) ?? '';
          const code = randomUUID();
          codes.set(code, {
            nonce: asked('nonce'),
            challenge: asked('code_challenge'),
            redirect: asked('redirect_uri'),
          });
          const back = new URL(asked('redirect_uri'));
          back.searchParams.set('code', code);
          back.searchParams.set('state', asked('state'));
          response.writeHead(302, { location: back.href }).end();
          return;
        }
        case '/token': {
          const chunks: Buffer[] = [];
          for await (const chunk of request) chunks.push(chunk as Buffer);
          const form = new URLSearchParams(Buffer.concat(chunks).toString());
          const known = codes.get(form.get('code') ?? '');
          codes.delete(form.get('code') ?? '');
          const challenge = createHash('sha256')
            .update(form.get('code_verifier') ?? '')
            .digest('base64url');
          const isRight = known?.challenge === challenge && form.get('redirect_uri') === known.redirect;
          if (!known || !isRight) return json({ error: 'invalid_grant' }, 400);
          return json({
            access_token: randomUUID(),
            token_type: 'Bearer',
            expires_in: 60,
            id_token: await tokenFor(known.nonce),
          });
        }
        default:
          return json({ error: 'not_found' }, 404);
      }
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const provider: OpenIdProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ clientId, clientSecret },
    says: { sub: '', email: '', email_verified: false },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
