/** Speaks Google's Live API as it is documented, and breaks off where it would. */
import type { WebSocket } from 'ws';

import {
  HALF_A_SECOND,
  startRealtime,
  TONE,
  type Peer,
  type RealtimeScript,
  type RealtimeServer,
  type Shape,
} from './realtime-script.ts';

const PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';
const SETUP_KEYS = new Set([
  ...['model', 'generationConfig', 'systemInstruction', 'tools', 'sessionResumption', 'contextWindowCompression'],
  ...['inputAudioTranscription', 'outputAudioTranscription', 'realtimeInputConfig', 'historyConfig'],
]);

export function startGeminiLive(script: RealtimeScript): Promise<RealtimeServer> {
  return startRealtime(
    ({ url = '', headers }) => url === PATH && headers['x-goog-api-key'] === script.key,
    (send, socket) => new GeminiPeer(script, send, socket),
  ).then((server) => ({ ...server, url: `${server.url}${PATH}` }));
}

class GeminiPeer implements Peer {
  readonly #script: RealtimeScript;
  readonly #send: (message: object) => void;
  readonly #socket: WebSocket;
  readonly #calls = new Map<string, string>();
  #isSetUp = false;
  #takesHistory = false;
  #isHeld = false;
  #user = '';
  #sound = 0;
  #count = 0;

  constructor(script: RealtimeScript, send: (message: object) => void, socket: WebSocket) {
    this.#script = script;
    this.#send = send;
    this.#socket = socket;
  }

  take(message: Shape): void {
    const [kind] = Object.keys(message);
    const body = message[kind ?? ''] as Shape;
    if (!this.#isSetUp) return kind === 'setup' ? this.#setUp(body) : this.#break('the first message must be setup');
    switch (kind) {
      case 'realtimeInput':
        if (typeof body['text'] === 'string') return this.#say(body['text']);
        return this.#hear(body['audio'] as Shape);
      case 'clientContent':
        return this.#content(body);
      case 'toolResponse':
        return this.#answer(body['functionResponses'] as Shape[]);
      default:
        return this.#break(`unknown message ${kind ?? ''}`);
    }
  }

  #setUp(setup: Shape): void {
    const unknown = Object.keys(setup).find((key) => !SETUP_KEYS.has(key));
    if (unknown !== undefined || !String(setup['model']).startsWith('models/'))
      return this.#break(`Unknown name "${unknown ?? 'model'}"`);
    for (const tool of (setup['tools'] ?? []) as { functionDeclarations: Shape[] }[])
      for (const { name, description, parameters, ...rest } of tool.functionDeclarations) {
        const isNamed = /^[a-zA-Z_][\w.:-]{0,63}$/.test(String(name)) && typeof description === 'string';
        if (!isNamed || Object.keys(rest).length > 0 || !isOpenApi(parameters)) return this.#break('bad function');
      }
    const { handle } = (setup['sessionResumption'] ?? {}) as Shape;
    if (handle === null) return this.#break('Request contains an invalid argument.');
    this.#isSetUp = true;
    this.#takesHistory = (setup['historyConfig'] as Shape | undefined)?.['initialHistoryInClientContent'] === true;
    this.#send({ setupComplete: {} });
    this.#send({ sessionResumptionUpdate: { newHandle: 'handle-1', resumable: true } });
  }

  /** Contents are taken once, as what was said before, and are not answered. */
  #content({ turns, turnComplete }: Shape): void {
    if (!this.#takesHistory || turnComplete !== true) return this.#break('Request contains an invalid argument.');
    this.#takesHistory = false;
    if ((turns as { parts: Shape[] }[]).some(({ parts }) => parts.some(({ text }) => typeof text !== 'string')))
      this.#break('Request contains an invalid argument.');
  }

  #say(text: string): void {
    if (this.#takesHistory) return this.#break('the history is not complete');
    this.#user = text;
    this.#play([]);
  }

  #hear({ data, mimeType }: Shape): void {
    if (mimeType !== 'audio/pcm;rate=24000') return this.#break('bad sound');
    this.#sound += Buffer.from(String(data), 'base64').length;
    if (this.#sound < HALF_A_SECOND) return;
    this.#sound = 0;
    if (this.#isHeld) this.#send({ serverContent: { interrupted: true } });
    if (this.#isHeld) this.#send({ serverContent: { turnComplete: true } });
    this.#isHeld = false;
    this.#user = this.#script.hears?.() ?? '';
    for (const piece of this.#user.match(/.{1,4}/gs) ?? [])
      this.#send({ serverContent: { inputTranscription: { text: piece } } });
    this.#play([]);
  }

  #answer(responses: readonly Shape[]): void {
    const strange = responses.find(({ id, name }) => this.#calls.get(String(id)) !== name);
    if (strange) return this.#break('a response to no call');
    for (const { id } of responses) this.#calls.delete(String(id));
    this.#play(responses.map(({ response }) => JSON.stringify(response)));
  }

  #play(results: readonly string[]): void {
    const { text = '', calls = [], hold = false } = this.#script.play({ user: this.#user, results });
    for (const piece of text.match(/.{1,5}/gs) ?? [])
      this.#send({ serverContent: { outputTranscription: { text: piece } } });
    if (text !== '') {
      const inlineData = { mimeType: 'audio/pcm;rate=24000', data: TONE.toString('base64') };
      for (let sent = 0; sent < 2; sent += 1)
        this.#send({ serverContent: { modelTurn: { role: 'model', parts: [{ inlineData }] } } });
    }
    this.#isHeld = hold;
    if (hold) return;
    const usageMetadata = { promptTokenCount: 10, responseTokenCount: 2 };
    if (calls.length === 0) return this.#send({ serverContent: { turnComplete: true }, usageMetadata });
    const functionCalls = calls.map(({ name, args }) => {
      this.#count += 1;
      const id = `function-call-${this.#count}`;
      this.#calls.set(id, name);
      return { id, name, args };
    });
    this.#send({ toolCall: { functionCalls } });
  }

  #break(reason: string): void {
    this.#socket.close(1007, reason.slice(0, 100));
  }
}

/** Gemini accepts a subset of OpenAPI schemas and refuses any other keyword. */
function isOpenApi(schema: unknown): boolean {
  if (schema === undefined) return true;
  const { type, properties, items, ...rest } = schema as Shape;
  const known = [
    'description',
    'required',
    'enum',
    'format',
    'nullable',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
  ];
  const more = ['minItems', 'maxItems', 'pattern', 'default', 'title', 'anyOf', 'example', 'propertyOrdering'];
  if (Object.keys(rest).some((key) => !known.includes(key) && !more.includes(key))) return false;
  if (/^object$/i.test(String(type)) && Object.keys((properties as Shape | undefined) ?? {}).length === 0) return false;
  return [...Object.values((properties as Shape | undefined) ?? {}), ...(items === undefined ? [] : [items])].every(
    isOpenApi,
  );
}
