/** Reads a WAV file that a program writes to a pipe: its header does not know how long it will be. */
interface WaveAudio {
  readonly rate: number;
  readonly samples: Int16Array;
}

export function readWave(file: Uint8Array): WaveAudio | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tag = (at: number): string => String.fromCharCode(...file.subarray(at, at + 4));
  if (file.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return undefined;
  let rate = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const name = tag(at);
    const size = view.getUint32(at + 4, true);
    const start = at + 8;
    if (name === 'fmt ' && start + 16 <= file.length) {
      const isPlain = view.getUint16(start, true) === 1 && view.getUint16(start + 2, true) === 1;
      if (!isPlain || view.getUint16(start + 14, true) !== 16) return undefined;
      rate = view.getUint32(start + 4, true);
    }
    if (name === 'data') {
      const end = Math.min(start + size, file.length);
      const samples = new Int16Array((end - start) >> 1);
      for (let index = 0; index < samples.length; index += 1) samples[index] = view.getInt16(start + index * 2, true);
      return rate > 0 ? { rate, samples } : undefined;
    }
    at = start + size + (size % 2);
  }
  return undefined;
}
