/** Sound at one rate as sound at another, by straight lines between samples: good enough for speech. */
export function resample(sound: Int16Array, from: number, to: number): Int16Array {
  if (from === to || sound.length === 0) return sound;
  const length = Math.floor((sound.length * to) / from);
  const result = new Int16Array(length);
  const step = from / to;
  for (let at = 0; at < length; at += 1) {
    const place = at * step;
    const before = Math.floor(place);
    const left = sound[before] ?? 0;
    const right = sound[Math.min(before + 1, sound.length - 1)] ?? left;
    result[at] = Math.round(left + (right - left) * (place - before));
  }
  return result;
}
