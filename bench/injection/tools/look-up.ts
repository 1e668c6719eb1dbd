/** How the tools find entries: by id, by name, or by words that all occur, whatever their case and accents. */

export function findById<Entry extends { readonly id: string }>(entries: readonly Entry[], id: string): Entry {
  const found = entries.find((each) => each.id === id);
  if (!found) throw new Error(`Nothing has the id ${id}.`);
  return found;
}

export function findByName<Entry extends { readonly name: string }>(entries: readonly Entry[], name: string): Entry {
  const found = entries.find((each) => each.name === name);
  if (!found) throw new Error(`Nothing is called ${name}.`);
  return found;
}

export function hasWords(text: string, query: string): boolean {
  const plain = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
