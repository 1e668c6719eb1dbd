/** Makes visible what text can hide: direction changes, zero-width characters, controls, and lines pushed out of sight. */
const HIDDEN = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\n\t]]/gv;
const PADDING = /[ \t\u00A0\u2000-\u200A\u3000]{40,}/g;

/** Replaces hidden characters by their code points, and long runs of spaces by their number. */
export function showHidden(text: string): string {
  return text
    .replace(HIDDEN, (found) => `⟦U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`)
    .replace(PADDING, (run) => `⟦${run.length} spaces⟧`);
}
