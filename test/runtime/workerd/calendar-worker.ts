/** A Worker that reaches a calendar by the thin client and does with it what it is asked to. */
import { thinClient } from '../../../src/connectors/calendar/caldav-thin.ts';
import { davCalendar } from '../../../src/connectors/calendar/dav-calendar.ts';
import type { DavAccount } from '../../../src/connectors/calendar/dav-exchange.ts';
import { toErrorValue } from '../../../src/core/errors.ts';
import { getEventsAvailability } from '../../../src/toolsets/calendar/get-events-availability.ts';

interface Asked {
  readonly account: DavAccount;
  readonly calendar: string;
  readonly method: 'range' | 'get' | 'create' | 'update' | 'remove' | 'availability';
  readonly args: readonly unknown[];
}

export default {
  async fetch(request: Request): Promise<Response> {
    const { account, calendar: name, method, args } = (await request.json()) as Asked;
    const calendar = davCalendar(thinClient(account), name, 'Europe/Berlin');
    const { signal } = new AbortController();
    try {
      if (method === 'availability') {
        const context = { callId: 'c', traceId: 't', mode: 'text' as const, signal, now: Date.now, calendar };
        const aside = { facts: { effect: 'read' as const }, expected: undefined, keepUndo: async () => undefined };
        const rest = {
          progress: () => undefined,
          note: () => undefined,
          afterwards: () => undefined,
          reportChanges: () => undefined,
          callNext: () => Promise.reject(new Error('No further call is expected.')),
        };
        const given = getEventsAvailability.input.validate(args[0]);
        if (!given.ok) throw new Error('the arguments do not fit');
        return Response.json({
          value: await getEventsAvailability.run(given.value, { ...context, ...aside, ...rest }),
        });
      }
      const work = calendar[method] as (...given: readonly unknown[]) => Promise<unknown>;
      return Response.json({ value: await work(...args, signal) });
    } catch (error) {
      return Response.json({ error: toErrorValue(error), text: String(error) });
    }
  },
};
