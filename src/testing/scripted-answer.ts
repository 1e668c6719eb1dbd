/** The answer of one turn, before an API gives it its form. */
import type { JsonShape } from './json-shape.ts';
import type { PlayedTurn } from './model-script.ts';

export interface ScriptedAnswer {
  readonly id: number;
  readonly model: string;
  readonly created: number;
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[];
  readonly finishReason: string | undefined;
  readonly usage: { readonly input: number; readonly output: number };
}

const CHARACTERS_PER_TOKEN = 4;

export function toAnswer(turn: PlayedTurn, id: number, body: JsonShape, callId: () => string): ScriptedAnswer {
  const { reasoning = '', text = '', finishReason } = turn;
  const calls = (turn.calls ?? []).map(({ id: chosen, name, args }) => ({
    id: chosen ?? callId(),
    name,
    args: typeof args === 'string' ? args : JSON.stringify(args),
  }));
  const written = reasoning + text + calls.map(({ name, args }) => name + args).join('');
  return {
    ...{ id, reasoning, text, calls, finishReason },
    model: String(body['model']),
    created: Math.floor(Date.now() / 1000),
    usage: turn.usage ?? { input: tokens(JSON.stringify(body)), output: tokens(written) },
  };
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** Pieces such as a model streams: of a few characters, never half a character. */
export function cut(text: string): string[] {
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length;) {
    const size = 2 + ((pieces.length * 3) % 5);
    pieces.push(characters.slice(at, at + size).join(''));
    at += size;
  }
  return pieces;
}
