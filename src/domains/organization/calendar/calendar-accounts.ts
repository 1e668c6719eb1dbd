/** The calendar accounts of people: on CalDAV servers, or kept here. Everybody has one that is kept here, last of all. */
import { z } from 'zod';

import { ofUser } from '../../../core/access/audience.ts';
import type { SharedData } from '../../../core/access/shared-data.ts';
import { DeputizeError, type Principal } from '../../../core/index.ts';
import { query } from '../../../core/storage/statements.ts';
import type { UserCalendar } from '../../../ports/user-calendar.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CalendarAccountView, NewCalendarAccount } from '../../../ports/organization-calendar.ts';
import type { SecretSealer } from '../../../ports/secrets.ts';
import { deriveUuid } from '../derive-uuid.ts';
import type { CalendarAccountRow, OrganizationCalendarTables } from './calendar-tables.ts';
import { heldCalendar } from './held-calendar.ts';

const line = z
  .string()
  .min(1)
  .max(500)
  .regex(/^\P{Cc}*$/u, 'one line');
const settingsSchema = z.strictObject({ url: z.url().max(2_000), username: line, calendar: line });
const newSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('local'), name: line }),
  settingsSchema.extend({ kind: z.literal('caldav'), name: line, password: z.string().min(1).max(10_000) }),
]);

interface RemoteCalendar extends z.output<typeof settingsSchema> {
  readonly password: string;
}

interface CalendarAccountsParts {
  readonly shared: SharedData<OrganizationCalendarTables>;
  readonly sealing: SecretSealer;
  readonly clock: Clock;
  readonly findTimeZone: () => string;
  readonly remote: (account: RemoteCalendar, userId: string) => UserCalendar;
}

export interface OpenedCalendar extends CalendarAccountView {
  readonly calendar: UserCalendar;
}

type Person = Pick<Principal, 'userId'>;

export class CalendarAccounts {
  readonly #parts: CalendarAccountsParts;

  constructor(parts: CalendarAccountsParts) {
    this.#parts = parts;
  }

  get timeZone(): string {
    return this.#parts.findTimeZone();
  }

  async add(principal: Principal, given: NewCalendarAccount, signal: AbortSignal): Promise<CalendarAccountView> {
    if (principal.kind !== 'person') throw new DeputizeError('FORBIDDEN', 'Only a person sets calendars up.');
    const { success, data: account, error } = newSchema.safeParse(given);
    const [issue] = error?.issues ?? [];
    if (!success)
      throw new DeputizeError('INVALID_ARGUMENTS', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    const id = crypto.randomUUID();
    const row: CalendarAccountRow = {
      ...{ id, audience: ofUser(principal.userId), name: account.name, settings: null, secret: null },
      created_at: this.#parts.clock.now(),
    };
    if (account.kind === 'caldav') {
      const { url, username, calendar, password } = account;
      await this.#parts
        .remote({ url, username, calendar, password }, principal.userId)
        .range(row.created_at, row.created_at + 1, signal);
      row.settings = JSON.stringify({ url, username, calendar });
      row.secret = this.#parts.sealing.seal(password, toSealContext(id));
    }
    const seen = this.#seen(principal);
    await seen.change({ guards: [seen.insert('organization_calendar_accounts', row)] });
    return toView(row);
  }

  async list(principal: Person): Promise<CalendarAccountView[]> {
    return (await this.#rows(principal)).map(toView);
  }

  async remove(principal: Principal, id: string): Promise<void> {
    if (principal.kind !== 'person') throw new DeputizeError('FORBIDDEN', 'Only a person removes calendars.');
    const seen = this.#seen(principal);
    const gone = seen.remove('organization_calendar_accounts').where('id', '=', id);
    const events = seen.remove('organization_calendar_events').where('account_id', '=', id);
    if ((await seen.change({ guards: [query(gone)], writes: [query(events)] })) === 'lost')
      throw accountNotFoundError();
  }

  /** All of a person's, or one of them. */
  async open(principal: Person, id: string | undefined): Promise<readonly OpenedCalendar[]> {
    const rows = await this.#rows(principal);
    const chosen = id === undefined ? rows : rows.filter((row) => row.id === id);
    if (chosen.length === 0) throw accountNotFoundError();
    return chosen.map((row) => ({ ...toView(row), calendar: this.#calendar(principal, row) }));
  }

  #calendar(principal: Person, row: CalendarAccountRow): UserCalendar {
    const { sealing, remote } = this.#parts;
    if (row.settings === null || row.secret === null) return heldCalendar(this.#seen(principal), row, this.timeZone);
    const settings = settingsSchema.parse(JSON.parse(row.settings));
    return remote({ ...settings, password: sealing.open(row.secret, toSealContext(row.id)) }, principal.userId);
  }

  async #rows(principal: Person): Promise<CalendarAccountRow[]> {
    const seen = this.#seen(principal);
    const audience = ofUser(principal.userId);
    const rows = await seen.read(
      seen.select('organization_calendar_accounts').selectAll().orderBy('created_at').orderBy('id'),
    );
    const id = await deriveUuid(['calendar', principal.userId]);
    return [...rows, { id, audience, name: 'Calendar', settings: null, secret: null, created_at: 0 }];
  }

  /** Calendars belong to people, never to a department. */
  #seen({ userId }: Person) {
    return this.#parts.shared.within(ofUser(userId));
  }
}

const toSealContext = (id: string): string => `calendar-account ${id}`;
const toView = ({ id, name, settings }: CalendarAccountRow): CalendarAccountView => ({
  ...{ id, name, kind: settings === null ? 'local' : 'caldav' },
});
const accountNotFoundError = (): DeputizeError => new DeputizeError('NOT_FOUND', 'There is no such calendar account.');
