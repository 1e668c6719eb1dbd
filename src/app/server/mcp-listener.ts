/** Serves `/mcp` and `/mcp/:preset` directly on Node's request objects, with the same credentials as other doors. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { DeputizeError, toErrorValue } from '../../core/index.ts';
import type { HttpEnvironment } from '../../doors/http/environment.ts';
import { resolveToken } from '../../doors/http/caller.ts';
import { LOOPBACK } from '../../doors/mcp/host-guard.ts';
import { createMcpNode } from '../../doors/mcp/node-http.ts';

export function mcpListener(
  environment: Pick<HttpEnvironment, 'runtime' | 'defaultPreset' | 'allowedHosts' | 'signIn'>,
  origin: () => string | undefined = () => undefined,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { runtime, defaultPreset, allowedHosts } = environment;
  const hosts = [...LOOPBACK, ...allowedHosts];
  const handle = createMcpNode({ runtime, allowedHosts: hosts, allowedOrigins: hosts });
  return async (request, response) => {
    const path = /^[^?]*?(?=\/?(?:\?|$))/.exec(request.url ?? '')?.[0] ?? '';
    const challenge = environment.signIn
      ? `, resource_metadata="${origin() ?? ''}/.well-known/oauth-protected-resource${path}"`
      : '';
    const answer = (status: number, thrown: unknown): void => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'www-authenticate': `Bearer realm="deputize"${challenge}`,
      });
      response.end(JSON.stringify({ error: toErrorValue(thrown) }));
    };
    try {
      const [, named] = /^\/mcp(?:\/([\w-]{1,64}))?\/?(?:\?|$)/.exec(request.url ?? '') ?? [undefined, ''];
      // Only a token counts: a browser sends its cookie also with requests of other pages.
      const principal = await resolveToken(
        environment,
        { headers: toAuthHeaders(request) },
        `${origin() ?? ''}${path}`,
      );
      if (!principal)
        return answer(401, new DeputizeError('UNAUTHENTICATED', 'Send an access token as "Authorization: Bearer …".'));
      const preset = named ?? runtime.registry.defaultFor(principal, defaultPreset);
      if (!runtime.registry.has(preset)) return answer(404, new DeputizeError('NOT_FOUND', 'There is no such preset.'));
      const workspace = new URL(request.url ?? '', 'http://localhost').searchParams.get('workspace') ?? undefined;
      await handle(request, response, { principal, preset, workspace });
    } catch (error) {
      if (response.headersSent) response.destroy();
      else answer(500, error);
    }
  };
}

/** Exposes only the header that authenticates a request. */
function toAuthHeaders(request: IncomingMessage): { get(name: string): string | null } {
  return { get: (name) => (name === 'authorization' ? (request.headers.authorization ?? null) : null) };
}
