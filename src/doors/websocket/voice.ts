/** The WebSocket client of a voice session: converts frames to messages and sound, and session events to frames. */
import type { LiveVoiceSession } from '../../agent/voice/live-voice-session.ts';
import type { SessionClient } from '../../agent/voice/session-events.ts';
import type { VoiceSessions } from '../../agent/voice/voice-sessions.ts';
import { DeputizeError, toErrorValue, type Principal } from '../../core/index.ts';
import { readJson } from '../../core/read-json.ts';
import { voiceRequest, type VoiceMessage, type VoiceRequest } from '../../wire/voice.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';

/** The part of a socket that is needed here. */
interface VoiceConnection {
  send(frame: string | Uint8Array): void;
  /** Bytes that the client has not received yet. */
  readonly backlog: number;
  close(code: number, reason: string): void;
}

const MAX_BACKLOG = 8_000_000;
const MAX_FRAME = 100_000;
/** Sound has 48,000 bytes per second. A client may send faster to catch up, within these limits. */
const SOUND = { perSecond: 96_000, most: 960_000 };
const FRAMES = { perSecond: 20, most: 100 };
const HELLO_MS = 10_000;

export class VoiceSocket {
  readonly #sessions: VoiceSessions;
  readonly #principal: Principal;
  readonly #isStillKnown: () => Promise<boolean>;
  readonly #line: VoiceConnection;
  readonly #sound = new RateLimiter(SOUND.perSecond, SOUND.most);
  readonly #frames = new RateLimiter(FRAMES.perSecond, FRAMES.most);
  readonly #waiting: ReturnType<typeof setTimeout>;
  #session: LiveVoiceSession | undefined;
  /** Settles when the earlier frames are handled. It keeps frames in order. */
  #earlier: Promise<unknown> = Promise.resolve();
  #hasSaidHello = false;
  #isDeaf = false;
  #isGone = false;

  /** `isStillKnown` returns whether the credential of the connection is still valid. */
  constructor(
    sessions: VoiceSessions,
    principal: Principal,
    isStillKnown: () => Promise<boolean>,
    line: VoiceConnection,
  ) {
    this.#sessions = sessions;
    this.#principal = principal;
    this.#isStillKnown = isStillKnown;
    this.#line = line;
    this.#waiting = setTimeout(() => this.#refuse(1008, 'no hello came'), HELLO_MS);
  }

  /** Closes the connection if its credential was revoked or has expired. Returns whether it stays open. */
  async check(): Promise<boolean> {
    if (await this.#isStillKnown()) return true;
    this.#refuse(1008, 'no longer signed in');
    return false;
  }

  close(): void {
    this.#isGone = true;
    clearTimeout(this.#waiting);
    this.#session?.leave();
  }

  /** Sound is accepted without a check of the credential. The credential is checked regularly, and before every other frame. */
  async receive(data: Uint8Array, isBinary: boolean): Promise<void> {
    if (this.#isGone) return;
    const isFitting = isBinary ? this.#sound.take(data.length) : this.#frames.take(1);
    if (!isFitting) return this.#refuse(1008, 'too fast');
    if (data.length > MAX_FRAME) return this.#refuse(1009, 'too large');
    const taking = this.#earlier.then(() => this.#take(data, isBinary));
    this.#earlier = taking.catch(() => undefined);
    try {
      const { done } = await taking;
      await done;
    } catch (error) {
      this.#send({ type: 'error', error: toErrorValue(error) });
    }
  }

  /** `done` is the slow part of the work. Other frames do not wait for it. */
  async #take(data: Uint8Array, isBinary: boolean): Promise<{ done?: Promise<void> }> {
    if (this.#isGone) return {};
    if (!isBinary) return this.#answer(parse(data));
    this.#receiveAudio(data);
    return {};
  }

  #receiveAudio(sound: Uint8Array): void {
    // The error is sent only once, because sound comes in many frames.
    if (this.#isDeaf) return;
    this.#isDeaf = true;
    const session = this.#active();
    if (sound.length % 2 !== 0)
      throw new DeputizeError('INVALID_REQUEST', 'Sound comes in whole samples of two bytes each.');
    session.touch();
    session.receiveAudio(sound);
    this.#isDeaf = false;
  }

  async #answer(request: VoiceRequest): Promise<{ done?: Promise<void> }> {
    if (!(await this.check())) return {};
    if (request.type === 'hello') await this.#hello(request);
    if (request.type === 'ping') this.#send({ type: 'pong' });
    if (request.type === 'hello' || request.type === 'ping') return {};
    const session = this.#active();
    session.touch();
    switch (request.type) {
      case 'say':
        return { done: session.say(request.text) };
      case 'spoken':
        session.played(request.id);
        return {};
      case 'interrupt':
        session.interrupt(request.id, request.playedMs);
        return {};
      case 'cancel':
        return { done: session.cancel() };
    }
  }

  async #hello({ mode, conversationId, language }: Extract<VoiceRequest, { type: 'hello' }>): Promise<void> {
    if (this.#hasSaidHello) throw new DeputizeError('INVALID_REQUEST', 'A session begins once.');
    this.#hasSaidHello = true;
    clearTimeout(this.#waiting);
    try {
      const session = await this.#sessions.open(this.#principal, { mode, conversationId, language }, this.#client());
      this.#session = session;
      if (this.#isGone) session?.leave();
    } catch (error) {
      this.#send({ type: 'error', error: toErrorValue(error) });
      this.#refuse(1008, 'no session');
    }
  }

  #active(): LiveVoiceSession {
    if (this.#session) return this.#session;
    throw new DeputizeError('INVALID_REQUEST', 'Say hello first, and wait until the session is ready.');
  }

  #client(): SessionClient {
    return {
      send: (event) => this.#send(event as VoiceMessage),
      sendAudio: (sound) => this.#write(sound),
      close: (reason) => this.#line.close(1000, reason),
    };
  }

  #send(message: VoiceMessage): void {
    this.#write(JSON.stringify(message));
  }

  #write(frame: string | Uint8Array): void {
    if (this.#isGone) return;
    // A client that does not read must not fill the memory.
    if (this.#line.backlog > MAX_BACKLOG) this.#refuse(1013, 'too slow');
    else this.#line.send(frame);
  }

  #refuse(code: number, reason: string): void {
    this.#line.close(code, reason);
    this.close();
  }
}

function parse(data: Uint8Array): VoiceRequest {
  const parsed = voiceRequest.safeParse(readJson(data, 'frame'));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DeputizeError(
    'INVALID_REQUEST',
    `The frame is not valid at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`,
  );
}
