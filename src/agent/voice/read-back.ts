/**
 * The question about a pending call, as it is read aloud. Its text comes from the approval itself, never from the model.
 * Nothing is shortened: a call that cannot be read out completely is not decided by voice.
 */
import { inWords, type ApprovalView, type PreviewPart } from '../../core/index.ts';
import { canonical } from '../../core/json-value.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { phrases, type VoiceLanguage } from './phrases.ts';

interface ReadBack {
  readonly text: string;
  /** Whether a spoken yes or no decides it. */
  readonly byVoice: boolean;
}

/** A listener cannot remember a longer text until the question at its end. */
const LONGEST = 500;
/** Texts with hidden characters or look-alike letters of other scripts must be decided on a screen. */
const SAYABLE = /^[ -~\n\tÀ-ɏ‘’“”„«»–—…€£°§¿¡]*$/u;

/** `mayDecide`: whether the listener is a person whose spoken decision is accepted. */
export function readBack(approval: ApprovalView, language: VoiceLanguage, mayDecide: boolean): ReadBack {
  const { asks, yesOrNo, highRisk, onScreen } = phrases[language];
  const name = approval.tool.replaceAll(/[._-]+/g, ' ');
  if (approval.risk !== 'medium' && approval.risk !== 'low')
    return { text: `${asks}: ${name}. ${highRisk}`, byVoice: false };
  const said = mayDecide ? specifics(approval, language) : undefined;
  if (said === undefined) return { text: `${asks}: ${name}. ${onScreen}`, byVoice: false };
  return { text: `${asks}: ${name}. ${said} ${yesOrNo}`, byVoice: true };
}

/** Everything that the decision covers, or undefined if it cannot be read out completely. */
function specifics({ args, preview, scope }: ApprovalView, language: VoiceLanguage): string | undefined {
  const parts = preview.parts.map((part) => describePart(part, args));
  if (parts.includes(undefined)) return undefined;
  const summary = [preview.title, ...parts].map((part = '') => part.replace(/[.\s]+$/u, '')).join('. ');
  const more = scope.filter((target) => !summary.includes(target));
  const all = more.length === 0 ? summary : `${summary}. ${phrases[language].reaches}: ${more.join(', ')}`;
  return all.length <= LONGEST && SAYABLE.test(all) ? `${all.replaceAll(/\s+/gu, ' ').trim()}.` : undefined;
}

function describePart(part: PreviewPart, args: Json): string | undefined {
  if (part.kind === 'diff') return undefined;
  if (part.kind === 'text' && isText(part.text, args)) return describeArguments(args);
  return inWords(part)
    .map(({ label, lines }) => `${label}: ${lines.join(', ')}`)
    .join('. ');
}

/** Whether the text is only the arguments as JSON, in any order. */
function isText(text: string, args: Json): boolean {
  try {
    return canonical(JSON.parse(text) as Json) === canonical(args);
  } catch {
    return false;
  }
}

/** Arguments in spoken form: names and values, without brackets. */
function describeArguments(value: Json): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map(describeArguments).join(', ');
  if (value === null || typeof value !== 'object') return String(value);
  return Object.entries(value as JsonObject)
    .map(([name, member]) => `${name.replaceAll('_', ' ')}: ${describeArguments(member)}`)
    .join('; ');
}
