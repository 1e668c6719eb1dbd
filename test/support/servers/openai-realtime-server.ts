/** Speaks OpenAI's Realtime API as it is documented, and complains of what it complains of. */
import {
  HALF_A_SECOND,
  startRealtime,
  TONE,
  type Peer,
  type RealtimeScript,
  type RealtimeServer,
  type Shape,
} from './realtime-script.ts';

const SESSION_KEYS = new Set(['type', 'instructions', 'output_modalities', 'audio', 'tools', 'tool_choice']);

export function startOpenAiRealtime(script: RealtimeScript): Promise<RealtimeServer> {
  return startRealtime(
    ({ url = '', headers }) =>
      new URL(url, 'http://x').pathname === '/v1/realtime' &&
      new URL(url, 'http://x').searchParams.has('model') &&
      headers.authorization === `Bearer ${script.key}`,
    (send) => new OpenAiPeer(script, send),
  ).then((server) => ({ ...server, url: `${server.url}/v1/realtime` }));
}

interface Active {
  readonly id: string;
  readonly output: object[];
}

class OpenAiPeer implements Peer {
  readonly #script: RealtimeScript;
  readonly #send: (message: object) => void;
  readonly #calls = new Set<string>();
  readonly #sounds = new Map<string, number>();
  #user = '';
  #results: string[] = [];
  #sound = 0;
  #count = 0;
  #active: Active | undefined;

  constructor(script: RealtimeScript, send: (message: object) => void) {
    this.#script = script;
    this.#send = (message) => send({ event_id: this.#id('event'), ...message });
    this.#send({ type: 'session.created', session: { type: 'realtime' } });
  }

  take(message: Shape): void {
    switch (message['type']) {
      case 'session.update':
        return this.#update(message['session'] as Shape);
      case 'conversation.item.create':
        return this.#item(message['item'] as Shape);
      case 'response.create':
        if (this.#active) return this.#complain('conversation_already_has_active_response');
        return this.#respond();
      case 'response.cancel':
        if (!this.#active) return this.#complain('response_cancel_not_active');
        return this.#done('cancelled');
      case 'input_audio_buffer.append':
        return this.#hear(Buffer.from(String(message['audio']), 'base64').length);
      case 'conversation.item.truncate': {
        const length = this.#sounds.get(String(message['item_id']));
        if (length === undefined || Number(message['audio_end_ms']) > length / 48)
          return this.#complain('invalid_value');
        return this.#send({ type: 'conversation.item.truncated', ...message });
      }
      default:
        return this.#complain('unknown_event');
    }
  }

  #update(session: Shape): void {
    const tools = (session['tools'] ?? []) as Shape[];
    const isGood =
      session['type'] === 'realtime' &&
      Object.keys(session).every((key) => SESSION_KEYS.has(key)) &&
      tools.every(
        (tool) => tool['type'] === 'function' && /^[\w-]{1,64}$/.test(String(tool['name'])) && tool['parameters'],
      );
    if (!isGood) return this.#complain('invalid_request_error');
    this.#send({ type: 'session.updated', session });
  }

  #item(item: Shape): void {
    if (item['type'] === 'function_call') this.#calls.add(String(item['call_id']));
    if (item['type'] === 'function_call_output') {
      if (!this.#calls.delete(String(item['call_id']))) return this.#complain('invalid_tool_call_id');
      this.#results.push(String(item['output']));
    }
    if (item['type'] === 'message' && item['role'] === 'user') {
      this.#user = String((item['content'] as Shape[])[0]?.['text']);
      this.#results = [];
    }
    this.#send({ type: 'conversation.item.added', item });
    this.#send({ type: 'conversation.item.done', item });
  }

  #hear(bytes: number): void {
    this.#sound += bytes;
    if (this.#sound < HALF_A_SECOND) return;
    this.#sound = 0;
    this.#send({ type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'u' });
    if (this.#active) this.#done('cancelled');
    this.#send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: 500, item_id: 'u' });
    this.#send({ type: 'input_audio_buffer.committed', item_id: 'u' });
    const transcript = this.#script.hears?.() ?? '';
    this.#user = transcript;
    this.#results = [];
    this.#send({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'u',
      content_index: 0,
      transcript,
    });
    this.#respond();
  }

  #respond(): void {
    const { text = '', calls = [], hold = false } = this.#script.play({ user: this.#user, results: this.#results });
    this.#results = [];
    const id = this.#id('resp');
    const active: Active = { id, output: [] };
    this.#active = active;
    this.#send({ type: 'response.created', response: { id, status: 'in_progress', output: [] } });
    if (text !== '') this.#speak(active, text, hold);
    for (const { name, args } of calls) this.#ask(active, name, typeof args === 'string' ? args : JSON.stringify(args));
    if (!hold) this.#done('completed');
  }

  #speak({ id, output }: Active, text: string, hold: boolean): void {
    const item_id = this.#id('item');
    const at = { response_id: id, item_id, output_index: 0, content_index: 0 };
    for (const piece of text.match(/.{1,5}/gs) ?? [])
      this.#send({ type: 'response.output_audio_transcript.delta', ...at, delta: piece });
    this.#sounds.set(item_id, 2 * TONE.length);
    for (let sent = 0; sent < 2; sent += 1)
      this.#send({ type: 'response.output_audio.delta', ...at, delta: TONE.toString('base64') });
    if (!hold) this.#send({ type: 'response.output_audio.done', ...at });
    output.push({
      id: item_id,
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_audio', transcript: text }],
    });
  }

  #ask({ id, output }: Active, name: string, args: string): void {
    const call_id = this.#id('call');
    this.#calls.add(call_id);
    const at = { response_id: id, item_id: this.#id('item'), output_index: output.length, call_id };
    this.#send({ type: 'response.function_call_arguments.done', ...at, name, arguments: args });
    output.push({ type: 'function_call', call_id, name, arguments: args });
  }

  #done(status: string): void {
    const { id, output } = this.#active ?? { id: '', output: [] };
    this.#active = undefined;
    const usage = { total_tokens: 12, input_tokens: 10, output_tokens: 2 };
    this.#send({ type: 'response.done', response: { id, status, output, usage } });
  }

  #complain(code: string): void {
    this.#send({ type: 'error', error: { type: 'invalid_request_error', code, message: `no: ${this.#script.key}` } });
  }

  #id(kind: string): string {
    this.#count += 1;
    return `${kind}_${this.#count}`;
  }
}
