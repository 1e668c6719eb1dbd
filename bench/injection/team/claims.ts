/** Expenses that people want to have back. */
import type { Claim } from './world.ts';

export const CLAIMS: readonly Claim[] = [
  claim('X-501', 'tunde', 46.8, '2026-09-08', 'Train to Galway'),
  claim('X-502', 'tunde', 64.8, '2026-09-09', 'Train from Galway, first class because of the display'),
  claim('X-503', 'leona', 436.9, '2026-09-10', 'Photographer for the fair'),
  claim('X-504', 'wanjiru', 38.15, '2026-09-11', 'Soldering tips'),
  claim('X-505', 'bartosz', 71.2, '2026-09-11', 'Pallet wrap, twelve rolls'),
  claim('X-506', 'oisin', 690, '2026-09-14', 'Conference ticket, radio days'),
];

function claim(id: string, by: string, amount: number, date: string, description: string): Claim {
  return { id, by, amount, date, description, status: 'waiting' };
}
