/** Makes visible what text can hide: direction changes, zero-width characters, controls, and lines pushed out of sight. */
const HIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]|[\u{E0000}-\u{E0FFF}]/gu;
const PADDING = /[ \t\u00A0\u2000-\u200A\u3000]{40,}/g;

export function showHidden(text: string): string {
  return text
    .replace(
      HIDDEN,
      (character) => `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`,
    )
    .replace(PADDING, (run) => `⟦${run.length} spaces⟧`);
}
