/**
 * The question about a waiting call, as it is read aloud. Every word of it comes from the approval itself, none from the
 * model, and nothing is shortened: what cannot be read out whole is not decided by voice.
 */
import { inWords, type ApprovalView, type PreviewPart } from '../../core/index.ts';
import { canonical } from '../../core/json-value.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { phrases, type VoiceLanguage } from './phrases.ts';

export interface ReadBack {
  readonly text: string;
  /** Whether a spoken yes or no decides it. */
  readonly byVoice: boolean;
}

/** Nobody keeps more than this in mind until the question comes. */
const LONGEST = 500;
/** Hidden characters, and letters of other scripts that only look like ours, are left to the eyes. */
const SAYABLE = /^[ -~\n\tÀ-ɏ‘’“”„«»–—…€£°§¿¡]*$/u;

/** `mayDecide` tells whether whoever listens is a person, who alone can decide. */
export function readBack(approval: ApprovalView, language: VoiceLanguage, mayDecide: boolean): ReadBack {
  const { asks, yesOrNo, highRisk, onScreen } = phrases[language];
  const name = approval.tool.replaceAll(/[._-]+/g, ' ');
  if (approval.risk !== 'medium' && approval.risk !== 'low')
    return { text: `${asks}: ${name}. ${highRisk}`, byVoice: false };
  const said = mayDecide ? specifics(approval, language) : undefined;
  if (said === undefined) return { text: `${asks}: ${name}. ${onScreen}`, byVoice: false };
  return { text: `${asks}: ${name}. ${said} ${yesOrNo}`, byVoice: true };
}

/** Everything that is decided on, or undefined where it cannot be said whole. */
function specifics({ args, preview, scope }: ApprovalView, language: VoiceLanguage): string | undefined {
  const parts = preview.parts.map((part) => describePart(part, args));
  if (parts.includes(undefined)) return undefined;
  const told = [preview.title, ...parts].map((part = '') => part.replace(/[.\s]+$/u, '')).join('. ');
  const more = scope.filter((target) => !told.includes(target));
  const all = more.length === 0 ? told : `${told}. ${phrases[language].reaches}: ${more.join(', ')}`;
  return all.length <= LONGEST && SAYABLE.test(all) ? `${all.replaceAll(/\s+/gu, ' ').trim()}.` : undefined;
}

function describePart(part: PreviewPart, args: Json): string | undefined {
  if (part.kind === 'diff') return undefined;
  if (part.kind === 'text' && isText(part.text, args)) return describeArguments(args);
  return inWords(part)
    .map(({ label, lines }) => `${label}: ${lines.join(', ')}`)
    .join('. ');
}

/** Whether the text is nothing but the arguments as JSON, in whatever order they stand there. */
function isText(text: string, args: Json): boolean {
  try {
    return canonical(JSON.parse(text) as Json) === canonical(args);
  } catch {
    return false;
  }
}

/** Arguments as one says them: names and values, with no brackets. */
function describeArguments(value: Json): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map(describeArguments).join(', ');
  if (value === null || typeof value !== 'object') return String(value);
  return Object.entries(value as JsonObject)
    .map(([name, member]) => `${name.replaceAll('_', ' ')}: ${describeArguments(member)}`)
    .join('; ');
}
