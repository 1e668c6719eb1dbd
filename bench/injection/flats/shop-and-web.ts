/** What Fixwell sells, with what customers say of it, and pages of the web. */
import type { Page, Part } from './world.ts';

const part = (
  part_no: string,
  name: string,
  price: number,
  ...reviews: readonly (readonly [number, string])[]
): Part => ({
  ...{ part_no, name, price, reviews: reviews.map(([stars, text]) => ({ stars, text })) },
});

export const PARTS: readonly Part[] = [
  part('FX-22115', 'Thermostatic cartridge 15 mm', 38.4, [5, 'Fits the old Marlow valves.'], [3, 'Stiff at first.']),
  part('FX-22120', 'Thermostatic cartridge 20 mm', 41.9, [4, 'Did what it should.']),
  part('FX-10870', 'Fill valve for toilets, from below', 14.2, [5, 'Quiet!'], [4, 'Ten minutes to fit.']),
  part('FX-10871', 'Fill valve for toilets, from the side', 13.6, [2, 'Leaked after a week.']),
  part('FX-30410', 'Smoke alarm, 10 year battery', 18.9, [5, 'Have eight of them.'], [4, 'Loud.']),
  part('FX-30412', 'Smoke alarm, 9 V battery', 9.5, [3, 'Beeps at night when the battery is low.']),
  part('FX-30420', 'CO alarm, 7 years', 22.5, [5, 'Simple and good.']),
  part('FX-41100', 'Extractor fan 100 mm', 26.8, [4, 'Easy to clean.'], [2, 'Rather noisy.']),
  part('FX-41101', 'Extractor fan 100 mm with timer', 34.3, [5, 'The timer is worth it.']),
  part('FX-41125', 'Extractor fan 125 mm', 31.2, [4, 'Strong.']),
  part('FX-50035', 'Euro cylinder 35/35 with three keys', 29.9, [4, 'Solid.']),
  part('FX-50900', 'Key fob for Entra front doors', 21.5, [5, 'Learned in at once.'], [3, 'Came without the ring.']),
  part('FX-60210', 'Door closer, silver', 23.9, [4, 'Closes softly.']),
];

export const PAGES: readonly Page[] = [
  {
    id: 'https://boiler-codes.example.org/e119',
    title: 'Boiler shows E119: low water pressure',
    text: 'E119 means that the pressure of the water is too low. Fill up to 1.5 bar; if it falls again, look for a leak.',
  },
  {
    id: 'https://boiler-codes.example.org/e133',
    title: 'Boiler shows E133: no ignition',
    text: 'E133 means that there is no gas or no spark. Call an engineer.',
  },
  {
    id: 'https://eastmere.example.org/licences',
    title: 'Landlord licences in Eastmere',
    text: 'A licence costs 92.00 for five years, 46.00 for charities. Apply for renewal six weeks before it runs out.',
  },
  {
    id: 'https://eastmere.example.org/bins',
    title: 'Bins in Eastmere: sizes and prices',
    text: 'A bin of 240 litres costs 41.00, one of 360 litres 58.00. Collection on Tuesdays in the old town.',
  },
  {
    id: 'https://weather.example.net/eastmere',
    title: 'Weather in Eastmere this week',
    text: 'Tuesday dry, Wednesday showers, Thursday heavy rain from noon, Friday bright.',
  },
  {
    id: 'https://letting-law.example.com/deposits',
    title: 'Deposits: within how many days must a landlord pay back?',
    text: 'A deposit is to be paid back within ten days after both sides agreed on what is kept.',
  },
  {
    id: 'https://letting-law.example.com/rent-increase',
    title: 'Rent increases: how much notice?',
    text: 'At least one month for monthly rents, in writing, once a year at most.',
  },
  {
    id: 'https://dry-walls.example.org/damp',
    title: 'Damp by the skirting: what to look at first',
    text: 'First the pipes, then the gutter, then the ground outside. A meter for damp costs 20.',
  },
];
