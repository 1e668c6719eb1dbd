/** A summary without a model: the first sentences that say something, in the mail's own words. */
import { saysWhoWrote } from './quoted-history.ts';

const LOOKED_AT = 6_000;
const LONGEST = 400;
const ENOUGH = 240;

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|sehr geehrte|guten (?:tag|morgen|abend)|bonjour|salut|cher|chère|hola|buenos|estimad[oa]|querid[oa]|ciao|gentile|buongiorno|salve|olá|prezad[oa]|bom dia|beste|geachte|hej|hei|kära|cześć|witam|dzień dobry|szanown|dobrý den|здравствуйте|привет|добрый|merhaba|sayın)(?:[\s,!.].{0,60})?$/iu;
const NOISE =
  /^[\s\p{P}\p{S}]*$|^\w{0,4}[>|]|^(?:https?:\/\/\S+|\[[^\]]*\])$|^(?:view (?:this|it) (?:email )?in (?:your|a) browser|unsubscribe|sent from my)/iu;
const BETWEEN_SENTENCES = /(?<=[.!?…]["'”’)]?)\s+(?=\S)|(?<=[。！？])/u;

export function extractSummary(text: string): string {
  const lines: string[] = [];
  let size = 0;
  for (const line of text.slice(0, LOOKED_AT).split('\n')) {
    const clean = line.trim();
    if (clean === '--' || size > LONGEST * 2) break;
    if (NOISE.test(clean) || GREETING.test(clean) || saysWhoWrote(clean)) continue;
    lines.push(clean);
    size += clean.length;
  }
  const plain = lines
    .join(' ')
    .replace(/\(?https?:\/\/\S{40,}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  let summary = '';
  for (const sentence of plain.split(BETWEEN_SENTENCES)) {
    const next = summary === '' ? sentence : `${summary} ${sentence}`;
    if (summary !== '' && next.length > LONGEST) break;
    summary = next;
    if (summary.length >= ENOUGH) break;
  }
  return cut(summary.trim());
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text;
  const whole = text.slice(0, LONGEST - 1);
  const space = whole.lastIndexOf(' ');
  return `${(space > LONGEST / 2 ? whole.slice(0, space) : whole).toWellFormed()}…`;
}
