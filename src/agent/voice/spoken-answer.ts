/** Whether an utterance is a decision. Only the whole of it can be one: "yes, but" is not. */
import { phrases, type VoiceLanguage } from './phrases.ts';

const LONGEST = 60;

export function spokenAnswer(utterance: string, language: VoiceLanguage): 'yes' | 'no' | undefined {
  if (utterance.length > LONGEST) return undefined;
  // A question is not an answer, whatever its word.
  if (/[?¿]/u.test(utterance)) return undefined;
  const words = utterance
    .normalize('NFC')
    .toLocaleLowerCase(language)
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[.,;:!¡…"„“”]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const { yes, no } = phrases[language];
  if (yes.includes(words)) return 'yes';
  return no.includes(words) ? 'no' : undefined;
}
