/** A CalDAV server on loopback that answers normally until a test sets another behaviour. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostileCalDav {
  readonly url: string;
  readonly received: readonly { method: string; path: string; authorization: string | undefined }[];
  /** What it does instead of answering properly, for requests of this method. */
  misbehave(method: string, how: (request: IncomingMessage, response: ServerResponse, body: string) => void): void;
  close(): Promise<void>;
}

export const multistatus = (...responses: string[]): string =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${responses.join('')}</d:multistatus>`;
export const resource = (href: string, properties: string): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;

export function answer(
  response: ServerResponse,
  status: number,
  body = '',
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/xml; charset=utf-8', ...headers });
  response.end(body);
}

export async function startHostileCalDav(): Promise<HostileCalDav> {
  const received: { method: string; path: string; authorization: string | undefined }[] = [];
  const tricks = new Map<string, Parameters<HostileCalDav['misbehave']>[1]>();
  const server = createServer((request, response) => {
    const { method = '', url: path = '' } = request;
    received.push({ method, path, authorization: request.headers.authorization });
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8');
      const trick = tricks.get(method);
      if (trick) trick(request, response, body);
      else behave(method, path, body, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    misbehave: (method, how) => void tricks.set(method, how),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export const propfindAnswer = (path: string, body: string, home = '/calendars/'): string => {
  if (body.includes('current-user-principal')) {
    return multistatus(resource(path, '<d:current-user-principal><d:href>/me/</d:href></d:current-user-principal>'));
  }
  if (body.includes('calendar-home-set')) {
    return multistatus(resource(path, `<c:calendar-home-set><d:href>${home}</d:href></c:calendar-home-set>`));
  }
  const type = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>';
  return multistatus(resource('/calendars/shared/', `<d:displayname>Shared</d:displayname>${type}`));
};

function behave(method: string, path: string, body: string, response: ServerResponse): void {
  if (path.startsWith('/.well-known')) answer(response, 404);
  else if (method === 'PROPFIND') answer(response, 207, propfindAnswer(path, body));
  else if (method === 'REPORT') answer(response, 207, multistatus());
  else if (method === 'PUT') answer(response, 201, '', { etag: '"1"' });
  else if (method === 'DELETE') answer(response, 204);
  else answer(response, 404);
}
