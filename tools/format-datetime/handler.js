import { ErrorType } from '../_core/error-types.js';

export async function execute({ args }) {
  const { datetime, time_zone: timeZone, locale, style } = args;
  const moment = new Date(datetime);
  try {
    const write = (options) => new Intl.DateTimeFormat(locale, { timeZone, ...options });
    const both = write({ dateStyle: style, timeStyle: style });
    const resolved = both.resolvedOptions();
    return {
      ok: true,
      data: {
        text: both.format(moment),
        date: write({ dateStyle: style }).format(moment),
        time: write({ timeStyle: style }).format(moment),
        time_zone: resolved.timeZone,
        locale: resolved.locale,
        offset: offsetOf(moment, timeZone),
      },
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Intl says which of the two it does not know.
    return { ok: false, error: { type: ErrorType.VALIDATION, message: error.message, retryable: false } };
  }
}

function offsetOf(moment, timeZone) {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? '+00:00' : name.slice(3);
}
