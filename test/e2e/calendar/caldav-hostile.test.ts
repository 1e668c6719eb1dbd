/** P5: calendar servers that fail, lie or want to be paid attention to for ever. Each is refused with a reason. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { tsdavClient } from '../../../src/connectors/calendar/caldav.ts';
import { thinClient } from '../../../src/connectors/calendar/caldav-thin.ts';
import { davCalendar } from '../../../src/connectors/calendar/dav-calendar.ts';
import type { UserCalendar } from '../../../src/ports/user-calendar.ts';
import { calendarText } from '../../support/cases/calendar-text.ts';
import {
  answer,
  multistatus,
  propfindAnswer,
  resource,
  startHostileCalDav,
  type HostileCalDav,
} from '../../support/servers/hostile-caldav.ts';

const clients = { tsdav: tsdavClient, 'the thin client': thinClient };
const PASSWORD = 'not to be told';
const { signal } = new AbortController();
const event = (uid: string): string => calendarText([`UID:${uid}`, 'DTSTART:20260302T090000Z', 'SUMMARY:Secret']);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

describe.each(Object.entries(clients))('P5: %s', (_, create) => {
  let server: HostileCalDav;
  let other: HostileCalDav;
  let calendar: UserCalendar;
  beforeEach(async () => {
    [server, other] = [await startHostileCalDav(), await startHostileCalDav()];
    calendar = davCalendar(create({ url: server.url, username: 'ann', password: PASSWORD }), 'Shared', 'UTC');
  });
  afterEach(() => Promise.all([server.close(), other.close()]));

  const range = (): Promise<unknown> => calendar.range(0, 1, signal);
  const refused = async (work: Promise<unknown>, code: string): Promise<string> => {
    const error: unknown = await work.then(
      () => new Error('nothing was refused'),
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: 'PortError', code });
    const { message, details } = error as Error & { details: object };
    const told = JSON.stringify([message, details]);
    for (const secret of [PASSWORD, btoa(`ann:${PASSWORD}`), 'Secret', 'BEGIN:']) expect(told).not.toContain(secret);
    return message;
  };

  test.each([
    [401, 'PERMISSION_DENIED'],
    [403, 'PERMISSION_DENIED'],
    [429, 'RATE_LIMITED'],
    [500, 'EXTERNAL_ERROR'],
    [503, 'EXTERNAL_ERROR'],
  ])('a server that answers %i', async (status, code) => {
    for (const method of ['PROPFIND', 'REPORT', 'PUT', 'DELETE'])
      server.misbehave(method, (_, response) => answer(response, status, '<p>Secret</p>', { 'retry-after': '7' }));
    await refused(range(), code);
    server.misbehave('PROPFIND', (request, response, body) =>
      answer(response, 207, propfindAnswer(request.url ?? '', body)),
    );
    await refused(range(), code);
    await refused(calendar.create({ uid: 'a', data: event('a') }, signal), code);
    const standing = { uid: 'a', place: `${server.url}calendars/shared/a.ics`, etag: '"1"' };
    await refused(calendar.update(standing, event('a'), signal), code);
    await refused(calendar.remove(standing, signal), code);
  });

  test('a server that answers 429 says when to come again', async () => {
    server.misbehave('REPORT', (_, response) => answer(response, 429, '', { 'retry-after': '7' }));
    await expect(range()).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 7 } });
  });

  test('a server that answers 412, 409 or 423 has something else there', async () => {
    const standing = { uid: 'a', place: `${server.url}calendars/shared/a.ics`, etag: '"1"' };
    for (const status of [409, 412, 423]) {
      for (const method of ['PUT', 'DELETE']) server.misbehave(method, (_, response) => answer(response, status));
      await refused(calendar.create({ uid: 'a', data: event('a') }, signal), 'ALREADY_EXISTS');
      await refused(calendar.update(standing, event('a'), signal), 'CONFLICT');
      await refused(calendar.remove(standing, signal), 'CONFLICT');
    }
  });

  test.each([
    ['invalid XML', '<d:multistatus xmlns:d="DAV:"><d:response>'],
    [
      'XML that ends in the middle',
      multistatus(resource('/calendars/shared/a.ics', '<d:getetag>"1"</d:getetag>')).slice(0, -40),
    ],
    ['tags that cross', '<d:multistatus xmlns:d="DAV:"><d:response></d:multistatus></d:response>'],
    [
      'entities of its own',
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'a'.repeat(1_000)}"><!ENTITY b "&a;&a;">]>${multistatus().slice(21)}`,
    ],
    ['another document', '<html><body>Please sign in</body></html>'],
    ['nothing', ''],
    ['depth without end', `${'<d:a xmlns:d="DAV:">'.repeat(5_000)}${'</d:a>'.repeat(5_000)}`],
  ])('a server that answers with %s', async (_, xml) => {
    server.misbehave('REPORT', (__, response) => answer(response, 207, xml));
    await refused(range(), 'EXTERNAL_ERROR');
    server.misbehave('PROPFIND', (__, response) => answer(response, 207, xml));
    const again = davCalendar(create({ url: server.url, username: 'ann', password: PASSWORD }), 'Shared', 'UTC');
    await refused(again.range(0, 1, signal), 'EXTERNAL_ERROR');
  });

  test('a server that breaks off in the middle of its answer', async () => {
    server.misbehave('REPORT', (_, response) => {
      response.writeHead(207, { 'content-type': 'application/xml', 'content-length': '100000' });
      response.write(multistatus());
      setTimeout(() => response.destroy(), 20);
    });
    await refused(range(), 'EXTERNAL_ERROR');
  });

  test('a server whose answer has no end', async () => {
    server.misbehave('REPORT', (_, response) => {
      response.writeHead(207, { 'content-type': 'application/xml' });
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1_000_000)));
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    await refused(range(), 'TOO_LARGE');
  });

  test('a server that never answers, when the caller has waited long enough', async () => {
    server.misbehave('REPORT', () => undefined);
    await calendar.create({ uid: 'a', data: event('a') }, signal);
    const reason = new Error('long enough');
    await expect(calendar.range(0, 1, AbortSignal.any([AbortSignal.timeout(100)]))).rejects.toThrow('timeout');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(calendar.range(0, 1, controller.signal)).rejects.toBe(reason);
  });

  test('a server that is not there', async () => {
    const gone = davCalendar(
      create({ url: 'http://127.0.0.1:1/', username: 'ann', password: PASSWORD }),
      'Shared',
      'UTC',
    );
    await refused(gone.range(0, 1, signal), 'EXTERNAL_ERROR');
  });

  test.each(['PROPFIND', 'REPORT', 'PUT'])(
    '%s: the password goes to no other host, whatever a redirect says',
    async (method) => {
      for (const status of [301, 302, 307, 308]) {
        server.misbehave(method, (request, response) =>
          answer(response, status, '', { location: `${other.url}${(request.url ?? '').slice(1)}` }),
        );
        await refused(
          method === 'PUT' ? calendar.create({ uid: 'a', data: event('a') }, signal) : range(),
          'EXTERNAL_ERROR',
        );
      }
      expect(other.received).toEqual([]);
    },
  );

  test('the password goes to no other host, wherever calendars are said to be', async () => {
    server.misbehave('PROPFIND', (request, response, body) =>
      answer(response, 207, propfindAnswer(request.url ?? '', body, `${other.url}calendars/`)),
    );
    await refused(range(), 'EXTERNAL_ERROR');
    expect(other.received).toEqual([]);
  });

  test('redirects in a circle come to an end', async () => {
    server.misbehave('REPORT', (request, response) => answer(response, 302, '', { location: request.url ?? '' }));
    await refused(range(), 'EXTERNAL_ERROR');
    server.misbehave('PUT', (request, response) => answer(response, 307, '', { location: request.url ?? '' }));
    await refused(calendar.create({ uid: 'a', data: event('a') }, signal), 'EXTERNAL_ERROR');
  });

  test('a calendar that is gone is looked up again', async () => {
    await calendar.create({ uid: 'a', data: event('a') }, signal);
    server.misbehave('PUT', (_, response) => answer(response, 404));
    await refused(calendar.create({ uid: 'a', data: event('a') }, signal), 'NOT_FOUND');
    const before = server.received.length;
    await range();
    expect(server.received.slice(before).some(({ method }) => method === 'PROPFIND')).toBe(true);
  });

  test('a caller who goes away does not take others along', async () => {
    const controller = new AbortController();
    const calls = [calendar.range(0, 1, controller.signal), range()];
    controller.abort(new Error('gone'));
    expect(await Promise.allSettled(calls)).toMatchObject([{ reason: { message: 'gone' } }, { value: [] }]);
  });

  test('a redirect on the same host is followed', async () => {
    server.misbehave('REPORT', (request, response) => {
      if (request.url === '/calendars/shared/') answer(response, 308, '', { location: '/calendars/shared/there/' });
      else answer(response, 207, multistatus());
    });
    expect(await range()).toEqual([]);
  });

  test.each([
    '/calendars/private/a.ics',
    '/calendars/shared/../private/a.ics',
    '/calendars/shared/%2e%2e/private/a.ics',
    '/calendars/shared/x%2F..%2F..%2Fprivate%2Fa.ics',
    'http://example.com/calendars/shared/a.ics',
  ])('an event at %s is not of this calendar', async (href) => {
    const properties = `<d:getetag>"1"</d:getetag><c:calendar-data>${escaped(event('a'))}</c:calendar-data>`;
    server.misbehave('REPORT', (_, response) => answer(response, 207, multistatus(resource(href, properties))));
    await refused(range(), 'EXTERNAL_ERROR');
    await refused(
      calendar.remove({ uid: 'a', place: new URL(href, server.url).href, etag: '"1"' }, signal),
      'EXTERNAL_ERROR',
    );
  });

  test('events are read from text and from CDATA, whatever the answer calls itself, and one without an ETag is refused', async () => {
    const put = (properties: string): void =>
      server.misbehave('REPORT', (_, response) =>
        answer(response, 207, multistatus(resource('/calendars/shared/a.ics', properties))),
      );
    put(`<d:getetag>"1"</d:getetag><c:calendar-data>${escaped(event('a'))}</c:calendar-data>`);
    expect(await range()).toMatchObject([{ uid: 'a', etag: '"1"' }]);
    put(`<d:getetag>"1"</d:getetag><c:calendar-data><![CDATA[${event('a')}]]></c:calendar-data>`);
    expect(await range()).toMatchObject([{ uid: 'a', etag: '"1"' }]);
    server.misbehave('REPORT', (_, response) =>
      answer(
        response,
        207,
        multistatus(
          resource(
            '/calendars/shared/a.ics',
            `<d:getetag>"1"</d:getetag><c:calendar-data>${escaped(event('a'))}</c:calendar-data>`,
          ),
        ),
        { 'content-type': 'text/plain' },
      ),
    );
    expect(await range()).toMatchObject([{ uid: 'a', etag: '"1"' }]);
    put(`<c:calendar-data>${escaped(event('a'))}</c:calendar-data>`);
    await refused(range(), 'EXTERNAL_ERROR');
  });

  test('two calendars of the same name are none', async () => {
    const type = '<d:resourcetype><c:calendar/></d:resourcetype><d:displayname>Shared</d:displayname>';
    server.misbehave('PROPFIND', (request, response, body) =>
      answer(
        response,
        207,
        body.includes('displayname')
          ? multistatus(resource('/a/', type), resource('/b/', type))
          : propfindAnswer(request.url ?? '', body),
      ),
    );
    await refused(range(), 'INVALID_CONFIGURATION');
  });

  test('a server that failed once is asked again', async () => {
    server.misbehave('PROPFIND', (_, response) => answer(response, 500));
    await refused(range(), 'EXTERNAL_ERROR');
    server.misbehave('PROPFIND', (request, response, body) =>
      answer(response, 207, propfindAnswer(request.url ?? '', body)),
    );
    expect(await range()).toEqual([]);
  });

  test('a server that does not know how to look for properties is believed about times', async () => {
    const properties = `<d:getetag>"1"</d:getetag><c:calendar-data>${escaped(event('a'))}</c:calendar-data>`;
    server.misbehave('REPORT', (_, response, body) =>
      body.includes('prop-filter')
        ? answer(response, 403)
        : answer(response, 207, multistatus(resource('/calendars/shared/a.ics', properties))),
    );
    expect(await range()).toMatchObject([{ uid: 'a' }]);
  });

  test('calendars are found by the well-known address, where the first one knows nothing of them', async () => {
    for (const refusal of [405, 404, 501]) {
      server.misbehave('PROPFIND', (request, response, body) => {
        if (request.url === '/') answer(response, refusal);
        else if (request.url === '/.well-known/caldav') answer(response, 301, '', { location: '/dav/' });
        else answer(response, 207, propfindAnswer(request.url ?? '', body));
      });
      const found = davCalendar(create({ url: server.url, username: 'ann', password: PASSWORD }), 'Shared', 'UTC');
      expect(await found.range(0, 1, signal)).toEqual([]);
    }
  });

  test('a caller who goes away while calendars are looked for is not kept', async () => {
    server.misbehave('PROPFIND', () => undefined);
    const reason = new Error('gone');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(calendar.range(0, 1, controller.signal)).rejects.toBe(reason);
  });

  test('a server that does not say what it made of an event is not asked whose state it is in', async () => {
    for (const headers of [{}, { etag: 'W/"1"' }]) {
      server.misbehave('PUT', (_, response) => answer(response, 201, '', headers));
      expect(await calendar.create({ uid: 'a', data: event('a') }, signal)).toMatchObject({ etag: null });
    }
  });
});
