/** Turns text into speech. */
export interface SpeechSynthesizer {
  /** The name of the engine, for people. */
  readonly name: string;
  /** Returns the sound as PCM: 16 bit, little-endian, 24,000 samples a second, one channel. */
  speak(text: string, language: string, signal: AbortSignal): Promise<Uint8Array>;
}
