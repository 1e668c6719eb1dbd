/** OpenAI's Realtime API: https://platform.openai.com/docs/guides/realtime */
import type { ModelCall } from '../../ports/chat-model.ts';
import { PortError } from '../../ports/port-error.ts';
import type { RealtimeEvent, RealtimeLine, RealtimeModel, RealtimeSetup } from '../../ports/realtime-model.ts';
import { toCount, toObjectList, toObject, openJsonLine, toText, type JsonLine, type JsonMessage } from './json-line.ts';

export interface RealtimeOptions {
  readonly name: string;
  readonly model: string;
  readonly url?: string | undefined;
  readonly key: () => string;
  /** Whose voice it speaks with, as the provider names it. */
  readonly voice?: string | undefined;
}

const URL_OF_API = 'wss://api.openai.com/v1/realtime';
const TRANSCRIBER = 'gpt-4o-mini-transcribe';
const BYTES_PER_MS = 48;
const SOUND = { type: 'audio/pcm', rate: 24_000 };
/** Answers whose length is remembered, for when one is talked over. */
const MAX_ANSWERS = 50;

export function openAiRealtime({ name, model, url = URL_OF_API, key, voice }: RealtimeOptions): RealtimeModel {
  return {
    name,
    async connect(setup, on) {
      const address = new URL(url);
      address.searchParams.set('model', model);
      const talk = new Exchange(on);
      const line = await openJsonLine({
        url: address.href,
        headers: { authorization: `Bearer ${key()}` },
        hello: [sessionUpdate(setup, voice)],
        isReady: (message) => {
          if (message['type'] === 'error') throw new PortError('EXTERNAL_ERROR', 'it does not take the session');
          return message['type'] === 'session.updated';
        },
        on: (message) => talk.take(message),
        closed: (why) => on({ type: 'closed', why }),
      });
      for (const { role, text } of setup.history) line.send(messageItem(role, text));
      return talk.over(line);
    },
  };
}

function sessionUpdate({ instructions, tools, language }: RealtimeSetup, voice: string | undefined): object {
  return {
    type: 'session.update',
    session: {
      type: 'realtime',
      instructions,
      output_modalities: ['audio'],
      audio: {
        input: {
          format: SOUND,
          transcription: { model: TRANSCRIBER, language },
          turn_detection: { type: 'server_vad', create_response: true, interrupt_response: true },
        },
        output: { format: SOUND, ...(voice === undefined ? {} : { voice }) },
      },
      tools: tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, parameters })),
      tool_choice: 'auto',
    },
  };
}

function messageItem(role: 'user' | 'assistant', text: string): object {
  const type = role === 'user' ? 'input_text' : 'output_text';
  return { type: 'conversation.item.create', item: { type: 'message', role, content: [{ type, text }] } };
}

class Exchange {
  readonly #on: (event: RealtimeEvent) => void;
  /** How much sound of each answer has come. */
  readonly #lengths = new Map<string, number>();
  #line: JsonLine | undefined;
  #isAnswering = false;
  #wantsAnswer = false;

  constructor(on: (event: RealtimeEvent) => void) {
    this.#on = on;
  }

  over(line: JsonLine): RealtimeLine {
    this.#line = line;
    return {
      say: (text) => {
        line.send(messageItem('user', text));
        this.#ask();
      },
      sendAudio: (sound) =>
        line.send({
          type: 'input_audio_buffer.append',
          audio: Buffer.from(sound.buffer, sound.byteOffset, sound.length).toString('base64'),
        }),
      answer: (results) => {
        for (const { id, content } of results) line.send(outputItem(id, content));
        if (results.length > 0) this.#ask();
      },
      answerLate: ({ id, name, args }, { content }) => {
        const again = `${id.slice(0, 24)}-late`;
        const item = { type: 'function_call', call_id: again, name, arguments: args };
        line.send({ type: 'conversation.item.create', item });
        line.send(outputItem(again, content));
        this.#ask();
      },
      interrupt: (answer, playedMs) => {
        if (this.#isAnswering) line.send({ type: 'response.cancel' });
        const length = answer === undefined ? undefined : this.#lengths.get(answer);
        if (length === undefined) return;
        // More than there is would be refused.
        const audio_end_ms = Math.floor(Math.min(playedMs, length / BYTES_PER_MS));
        line.send({ type: 'conversation.item.truncate', item_id: answer, content_index: 0, audio_end_ms });
      },
      close: () => line.close(),
    };
  }

  take(message: JsonMessage): void {
    switch (message['type']) {
      case 'response.created':
        this.#isAnswering = true;
        break;
      case 'response.output_audio.delta':
        this.#sound(toText(message['item_id']), Buffer.from(toText(message['delta']), 'base64'));
        break;
      case 'response.output_audio.done':
        this.#on({ type: 'sound.end', answer: toText(message['item_id']) });
        break;
      case 'response.output_audio_transcript.delta':
      case 'response.output_text.delta':
        this.#on({ type: 'text', text: toText(message['delta']) });
        break;
      case 'response.done':
        this.#answered(toObject(message['response']));
        break;
      case 'conversation.item.input_audio_transcription.completed':
        this.#on({ type: 'heard', text: toText(message['transcript']) });
        break;
      case 'input_audio_buffer.speech_started':
        this.#on({ type: 'interrupted' });
        break;
      case 'error':
        this.#on({
          type: 'complained',
          message: toText(toObject(message['error'])['code']).slice(0, 100) || 'an error',
        });
        break;
    }
  }

  #sound(answer: string, sound: Buffer): void {
    const known = this.#lengths.get(answer) ?? 0;
    this.#lengths.set(answer, known + sound.length);
    const [oldest] = this.#lengths.keys();
    if (this.#lengths.size > MAX_ANSWERS && oldest !== undefined) this.#lengths.delete(oldest);
    this.#on({ type: 'sound', answer, sound });
  }

  #answered(response: JsonMessage): void {
    this.#isAnswering = false;
    const items = toObjectList(response['output']);
    // What was given up is not carried out: its arguments may not be whole.
    const isWhole = response['status'] === 'completed';
    const calls = items.flatMap((item): ModelCall[] => {
      if (!isWhole || item['type'] !== 'function_call') return [];
      return [{ id: toText(item['call_id']), name: toText(item['name']), args: toText(item['arguments']) }];
    });
    const text = items
      .flatMap((item) => toObjectList(item['content']))
      .map((part) => toText(part['transcript']) || toText(part['text']))
      .join('');
    const usage = toObject(response['usage']);
    const tokens = { inputTokens: toCount(usage['input_tokens']), outputTokens: toCount(usage['output_tokens']) };
    if (response['status'] === 'failed') this.#on({ type: 'complained', message: 'an answer failed' });
    this.#on({ type: 'answered', text, calls, usage: tokens });
    if (!this.#wantsAnswer) return;
    this.#wantsAnswer = false;
    this.#ask();
  }

  /** There is one answer at a time: another one is asked for when the first has ended. */
  #ask(): void {
    if (this.#isAnswering) this.#wantsAnswer = true;
    else this.#line?.send({ type: 'response.create' });
    this.#isAnswering = true;
  }
}

function outputItem(call_id: string, output: string): object {
  return { type: 'conversation.item.create', item: { type: 'function_call_output', call_id, output } };
}
