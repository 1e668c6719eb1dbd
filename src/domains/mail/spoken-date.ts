/** Dates as mail programs write them over a forwarded mail, in the languages of their users. */
const ENGLISH = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const FULL_ENGLISH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
/** Asked only when the month is not English: they cost a tenth of a second once. */
const LANGUAGES = 'de fr es it pt nl sv da nb fi pl cs sk hu ro ru uk tr el ja zh ko id vi'.split(' ');
const MORNING = /\b(?:a\.?\s?m\.?)(?![a-z])|午前|上午|오전/i;
const EVENING = /\b(?:p\.?\s?m\.?)(?![a-z])|午後|下午|오후/i;
const LONGEST = 200;

let months: Map<string, number> | undefined;

/** `zone` in minutes east of Greenwich holds where the text names none. `monthFirst`: how 3/4/2025 is to be read. */
export function parseSpokenDate(
  text: string,
  { zone, monthFirst }: { zone: number; monthFirst: boolean },
): number | undefined {
  const words = fold(text.slice(0, LONGEST));
  const day = findDay(words, monthFirst);
  if (!day) return undefined;
  const [, hour = '0', minute = '0', second = '0'] =
    /(?<!\d)(\d{1,2})[:.h時点시](?:\s?)(\d{2})(?:[:.](\d{2}))?(?!\d)/u.exec(words.replace(day.taken, ' ')) ?? [];
  const at = Date.UTC(day.year, day.month - 1, day.day, clock(Number(hour), words), Number(minute), Number(second));
  const isReal = new Date(at).getUTCDate() === day.day && new Date(at).getUTCMonth() === day.month - 1;
  return isReal ? at - (findZoneOffset(text) ?? zone) * 60_000 : undefined;
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** The words that said so: what is left may be a time. */
  readonly taken: string;
}

function findDay(words: string, monthFirst: boolean): Day | undefined {
  const ordered = /(?<!\d)(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})(?!\d)/u.exec(words);
  if (ordered) return toDay(ordered[0], ordered[1], ordered[2], ordered[3]);
  const numbers = /(?<!\d)(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4})(?!\d)/.exec(words);
  if (numbers) {
    const [taken, first = '', mark, second = '', year] = numbers;
    const isMonthFirst = Number(second) > 12 || (monthFirst && mark === '/' && Number(first) <= 12);
    return isMonthFirst ? toDay(taken, year, first, second) : toDay(taken, year, second, first);
  }
  const year = /(?<!\d)(?:19|20)\d{2}(?!\d)/.exec(words)?.[0];
  const month = findMonth(words);
  const day = /(?<![\d:.])(\d{1,2})(?![\d:])/.exec(words.replace(/\d{1,2}[:.h]\d{2}/g, ' '))?.[1];
  return year && month && day ? toDay(year, year, String(month), day) : undefined;
}

function toDay(taken: string, year = '', month = '', day = ''): Day | undefined {
  const found = { year: Number(year), month: Number(month), day: Number(day), taken };
  return found.month >= 1 && found.month <= 12 && found.day >= 1 && found.day <= 31 ? found : undefined;
}

function clock(hour: number, words: string): number {
  if (EVENING.test(words)) return hour < 12 ? hour + 12 : hour;
  return MORNING.test(words) && hour === 12 ? 0 : hour;
}

/** Minutes east of Greenwich, where the text says so. */
export function findZoneOffset(text: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /(?:GMT|UTC|\s|\()([+-])(\d{1,2}):?(\d{2})?(?![\d-])/.exec(text) ?? [];
  if (sign && hours && Number(hours) <= 14) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return /\b(?:GMT|UTC|Z)\b/.test(text) ? 0 : undefined;
}

/** The last word that names one: "mar 4 feb" is a Tuesday in February. */
function findMonth(words: string): number | undefined {
  const all = words.match(/\p{L}{3,}/gu) ?? [];
  const english = all.map((word) => (FULL_ENGLISH.test(word) ? ENGLISH.indexOf(word.slice(0, 3)) + 1 : 0));
  return (
    english.findLast((month) => month > 0) ??
    all.map((word) => monthNames().get(word)).findLast((month) => month !== undefined)
  );
}

/** The names as the platform knows them, alone and beside a day: many languages have a form for each. */
function monthNames(): Map<string, number> {
  if (months) return months;
  months = new Map();
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const)
      for (const options of [{ month: style }, { month: style, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month += 1) {
          const part = format.formatToParts(Date.UTC(2024, month - 1, 15)).find(({ type }) => type === 'month');
          const [name] = fold(part?.value ?? '').match(/\p{L}{3,}/u) ?? [];
          if (name && !months.has(name)) months.set(name, month);
        }
      }
  return months;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase();
}
