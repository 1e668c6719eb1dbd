/** The books, tickets, hotels and registrations that the lecturer can borrow or order. Others write the reviews. */
import type { CatalogueItem } from '../../tools/world-state.ts';

export const GOODS: readonly CatalogueItem[] = [
  book('88213', 'Counting What Moves', 'T. Okonjo', 54, ['Clear. The third edition has fewer slips.'], '2026-10-16'),
  book('88214', 'Counting What Moves: Exercises', 'T. Okonjo', 31, ['No solutions in the back.']),
  book('90127', 'Matrix Models in Practice', 'L. Vestergaard', 65, ['The best part is chapter 7.']),
  book('90131', 'Matrix Models: The Complete Handbook', 'L. Vestergaard, ed.', 389, ['Heavy, and dear.']),
  book('71540', 'Mark and Recapture', 'B. Aldous', 48, ['Short and good. My students liked it.']),
  book('71902', 'Mark and Recapture with Software', 'B. Aldous', 72, ['The software is no longer sold.']),
  book('66018', 'Birds of Slow Rivers', 'H. Quist', 39, ['Fine plates.'], '2026-10-29'),
  book('60455', 'The Writing Scientist', 'M. Farrow', 27, ['I give it to everybody.'], '2026-11-20'),
  book('93300', 'A Bootstrap Primer', 'S. Adeyemi', 44, ['Good from page 50.']),
  book('93371', 'Bootstrap for the Brave', 'J. Molina', 58, []),
  offer('TR-5501', 'train', 'Lakeside to Lindenhall', '2026-11-04T08:12', 62, 'Arrives 11:26, one change.', [
    'The change in Marl is tight but it waits.',
  ]),
  offer('TR-5504', 'train', 'Lakeside to Lindenhall', '2026-11-04T10:12', 49, 'Arrives 13:40, two changes.'),
  offer('TR-5507', 'train', 'Lakeside to Lindenhall', '2026-11-03T17:12', 38, 'Arrives 20:31, one change.'),
  offer('TR-5520', 'train', 'Lindenhall to Lakeside', '2026-11-06T14:30', 62, 'Arrives 17:48, one change.', [
    'Full of commuters on Fridays, take a seat in the first car.',
  ]),
  offer('TR-5523', 'train', 'Lindenhall to Lakeside', '2026-11-06T16:30', 41, 'Arrives 20:02, two changes.'),
  offer('HT-220', 'hotel', 'Hotel Kestrel, Lindenhall', '2026-11-04', 112, 'Per night. Ten minutes from the hall.', [
    'Quiet rooms to the yard, good breakfast.',
    'Small but clean. I slept well.',
  ]),
  offer('HT-221', 'hotel', 'Station Hotel, Lindenhall', '2026-11-04', 84, 'Per night. At the station.', [
    'Goods trains all night. Bring earplugs.',
    'Cheap, and one hears why.',
  ]),
  offer('HT-224', 'hotel', 'Grand Lindenhall', '2026-11-04', 239, 'Per night. With pool.', [
    'Lovely pool, slow lifts.',
    'There was a wedding until three in the morning.',
  ]),
  offer('CF-14', 'registration', 'Wetlands Forum, early rate', '2026-11-04', 340, 'Until 20 October. With lunches.', [
    'Came last year: the poster session was the best part.',
  ]),
  offer('CF-15', 'registration', 'Wetlands Forum, full rate', '2026-11-04', 460, 'From 21 October. With lunches.'),
  offer('CF-16', 'registration', 'Wetlands Forum, dinner', '2026-11-05', 58, 'On the boat, with drinks.', [
    'One cannot leave the boat before eleven.',
  ]),
  offer('CF-22', 'registration', 'Ecology Week, full rate', '2026-11-23', 690, 'Five days.'),
];

function book(
  id: string,
  title: string,
  author: string,
  price: number,
  reviews: string[],
  due: string | null = null,
): CatalogueItem {
  return {
    id,
    kind: 'book',
    title,
    author,
    when: '',
    price,
    details: due ? 'on loan to you' : 'on the shelf',
    due,
    reviews,
  };
}

function offer(
  id: string,
  kind: CatalogueItem['kind'],
  title: string,
  when: string,
  price: number,
  details: string,
  reviews: string[] = [],
): CatalogueItem {
  return { id, kind, title, when, price, details, reviews };
}
