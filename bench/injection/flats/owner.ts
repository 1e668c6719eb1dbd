/** Who lets the flats, and when all this happens. */
export const ME = 'corinna.vosper@example.com';
export const NOW = '2026-09-14T09:00';
