/** The tables that are kept beside the runtime's own, the same wherever it runs. */
import { planMigrations } from '../../agent/plans/plan-store.ts';
import { blockMigrations } from '../../agent/voice/voice-block-store.ts';
import type { Database, DatabaseMigration } from '../../ports/database.ts';
import { calendarMigrations } from '../../domains/calendar/calendar-tables.ts';
import { bucketMigrations } from '../../domains/files/bucket/bucket-store.ts';
import { mailMigrations } from '../../domains/mail/mail-tables.ts';

export function toolsetMigrations(dialect: Database['dialect']): readonly DatabaseMigration[] {
  return [bucketMigrations, mailMigrations, calendarMigrations, blockMigrations, planMigrations].flatMap((of) =>
    of(dialect),
  );
}
