/** Computes the cases in a separate process with another time zone. */
import { calendarCases } from '../cases/calendar-cases.ts';
import { workOut } from '../worlds/work-out.ts';

const offset = new Date(Date.UTC(2026, 6, 1)).getTimezoneOffset();
const results = calendarCases.map((one) => [one.name, workOut(one)]);
process.stdout.write(JSON.stringify({ offset, results: Object.fromEntries(results) as object }));
