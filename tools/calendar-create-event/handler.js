import { ErrorType, refusalOf } from '../_core/error-types.js';

export async function execute({ args, context }) {
  const { title, start_time: start, end_time: end, attendees } = args;
  if (/\p{Cc}/u.test(title)) return wrong('A title is one line.');
  if (Date.parse(end) <= Date.parse(start)) return wrong('The end must be later than the start.');
  const people = [...new Set(attendees.map((address) => address.trim()))];
  try {
    const event = await context.services.calendar.create({ title, start, end, attendees: people });
    context.audit.log('event_created', { event_id: event.uid, attendees: people.length });
    const link = event.meetingLink === undefined ? {} : { meeting_link: event.meetingLink };
    return {
      ok: true,
      data: { event_id: event.uid, title, start: event.start, end: event.end, attendees: people, ...link },
    };
  } catch (error) {
    return refusalOf(error);
  }
}

const wrong = (message) => ({ ok: false, error: { type: ErrorType.VALIDATION, message, retryable: false } });
