/** Says something aloud: text becomes sound. */
export interface SpeechSynthesizer {
  /** What speaks, for a person to know. */
  readonly name: string;
  /** The sound of the text: PCM, 16 bit, little-endian, 24,000 a second, one channel. */
  speak(text: string, language: string, signal: AbortSignal): Promise<Uint8Array>;
}
