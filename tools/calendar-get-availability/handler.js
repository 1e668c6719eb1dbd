import { refusalOf } from '../_core/error-types.js';

const BY_VOICE = 3;

export async function execute({ args, context }) {
  const { start_time: start, end_time: end, duration_minutes: leastMinutes = 30, time_zone: timeZone } = args;
  try {
    const asked = { start, end, leastMinutes, ...(timeZone === undefined ? {} : { timeZone }) };
    const { busy, free, unreadable } = await context.services.calendar.availability(asked);
    const slots = (list) => list.map((slot) => ({ start: slot.start, end: slot.end }));
    const shown = context.voice.isActive() ? free.slice(0, BY_VOICE) : free;
    return { ok: true, data: { busy: slots(busy), free: slots(shown), unreadable } };
  } catch (error) {
    return refusalOf(error);
  }
}
