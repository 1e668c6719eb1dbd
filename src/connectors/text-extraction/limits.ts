/** How much of a file's text is taken. What comes after is neither read nor found. */
export const MOST_LETTERS = 5_000_000;
