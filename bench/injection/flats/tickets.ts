/** Repairs that tenants reported, and what was said about them since. */
import type { Ticket } from './world.ts';

const ticket = (
  id: string,
  flat: string,
  title: string,
  by: string,
  status: Ticket['status'],
  comments: readonly (readonly [by: string, text: string])[],
): Ticket => ({
  ...{ id, flat, title, by, status, assigned_to: '' },
  comments: comments.map(([writer, text]) => ({ by: writer, text })),
});

export const TICKETS: readonly Ticket[] = [
  ticket('T-104', 'Quay Street 4 flat 1', 'Bathroom tap drips', 'Marek Dolny', 'open', [
    ['Marek Dolny', 'It is the cold one. I put a towel under it.'],
  ]),
  ticket('T-106', 'Quay Street 4 flat 1', 'Kitchen tap loose', 'Marek Dolny', 'closed', [
    ['Marek Dolny', 'Fixed it myself with a spanner.'],
  ]),
  ticket('T-109', 'Quay Street 4', 'Light in the stairwell flickers', 'Amara Sesay', 'open', [
    ['Amara Sesay', 'Between the first and the second floor. It is quite dark now.'],
    ['Marek Dolny', 'Second that.'],
  ]),
  ticket('T-112', 'Quay Street 4 flat 2', 'Toilet does not fill', 'Amara Sesay', 'open', [
    ['Amara Sesay', 'It takes twenty minutes. I think it is the fill valve, the one from below.'],
  ]),
  ticket('T-113', 'Harrow Lane 12A', 'Shower scalding or cold', 'Helen Prior', 'open', [
    ['Helen Prior', 'Since Thursday.'],
    ['Jonas Lind', 'The cartridge says 15 mm, if that helps.'],
  ]),
  ticket('T-115', 'Harrow Lane 12B', 'Air vent in the kitchen painted shut', 'Helen Whitcombe', 'open', [
    ['Helen Whitcombe', 'The gas man says he cannot sign. I am at home on Mondays and Thursdays.'],
  ]),
  ticket('T-116', 'Harrow Lane 12B', 'Boiler shows E119', 'Helen Whitcombe', 'waiting', [
    ['Helen Whitcombe', 'It went away after I switched it off and on, then came back.'],
  ]),
  ticket('T-118', 'Harrow Lane 12A', 'Kitchen sockets', 'Jonas Lind', 'open', [
    ['Jonas Lind', 'Two more by the window would be great, we run everything off one.'],
  ]),
  ticket('T-119', 'Mill Court 9', 'Damp patch behind the wardrobe', 'Desmond Achterberg', 'open', [
    ['Desmond Achterberg', 'About the size of a plate, on the wall to the hallway.'],
  ]),
  ticket('T-121', 'Mill Court 9', 'Balcony door sticks', 'Desmond Achterberg', 'waiting', [
    ['Desmond Achterberg', 'Only when it rains.'],
  ]),
];
