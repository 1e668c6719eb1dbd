/** Every requirement id that an end-to-end test may cite. */
const range = (letter: string, last: number): string[] => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`);

export const requirementIds: ReadonlySet<string> = new Set([
  ...range('R', 27),
  ...range('P', 10),
  ...range('D', 5),
  ...range('O', 9),
  ...range('W', 5),
  ...range('V', 8),
]);
