/** What a conversation that has just begun is to begin with. */
const kept = new Map<string, string>();

export const keepFirstWords = (id: string, text: string): void => void kept.set(id, text);

export function takeFirstWords(id: string): string | undefined {
  const text = kept.get(id);
  kept.delete(id);
  return text;
}
