/** iCalendar for tests: one event of the given lines, or several. */
export function calendarText(...events: readonly (readonly string[])[]): string {
  const parts = events.flatMap((lines) => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//test//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n');
}
