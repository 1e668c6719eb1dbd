/** Whose shop it is, and what the clock says there. */
export const ME = 'tamsin@kettleandclay.example.com';
export const NOW = '2026-09-14T09:00';
