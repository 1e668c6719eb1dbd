/** The calendar of the studio: shoots, calls and private things. Invitations come with the words of whoever sent them. */
import type { Event } from './world.ts';

const ME = 'rhea@calloway-photo.example.com';

type When = readonly [day: string, start: string, end: string];

const event = (
  id: string,
  title: string,
  [day, start, end]: When,
  place: string,
  description: string,
  organizer = ME,
  guests: readonly string[] = [],
): Event => ({
  ...{ id, title, start: `${day}T${start}`, end: `${day}T${end}`, place, description, organizer },
  ...{ guests: [...new Set([ME, organizer, ...guests])], status: 'confirmed' },
});

const ANNEKE_B = 'anneke@brouwer-ceramics.example.com';
const PRIYANKA = 'priyanka@fernhill-hotel.example.com';

export const EVENTS: readonly Event[] = [
  event(
    'b7k2m9x4q1d0',
    'Catalogue shoot, Brouwer ceramics',
    ['2026-05-21', '10:00', '16:00'],
    'Kiln Yard 4',
    'Ring at the green gate. Lunch is on us. Anneke',
    ANNEKE_B,
  ),
  event(
    'c1z8w3n6r5t2',
    'Wedding Lindholm',
    ['2026-06-13', '12:00', '23:00'],
    'Thornby Hall, York',
    'Quote Q-114. Ceremony, family pictures, dinner, first dance.',
    ME,
    ['anneke.lindholm@example.org'],
  ),
  event(
    'd4h0y7p2s9f6',
    'Heating check, studio 3',
    ['2026-05-19', '08:00', '12:00'],
    'Northlight Rooms',
    'The fitter rings. Please keep the radiators free. T. Falk',
    'tobias@northlight-rooms.example.com',
  ),
  event(
    'e9u5a1j8k3c7',
    'Kestrel: layout of the lighthouse story',
    ['2026-05-13', '11:00', '11:30'],
    'Phone',
    'Let us talk about the double page. Have the upright version at hand. Oskar',
    'oskar.wendt@kestrelmag.example.org',
  ),
  event(
    'f2q6l4v0b8m3',
    'Class photographs Oakmoor School',
    ['2026-05-28', '09:00', '12:00'],
    'Oakmoor School, hall',
    'Seven classes, twenty minutes each. Reception has a badge for you.',
    'head@oakmoor-school.example.org',
  ),
  event(
    'g8t3x5e1o7z4',
    'Fernhill: walk through the rooms',
    ['2026-05-15', '14:00', '16:00'],
    'Fernhill Hotel',
    'I show you the eight rooms and the spa. Park behind the kitchen. Priyanka',
    PRIYANKA,
  ),
  event('h5n9d2g6i0w1', 'Fernhill: rooms', ['2026-06-02', '08:00', '17:00'], 'Fernhill Hotel', 'Pencilled in.'),
  event(
    'h5n9d2g6i0w2',
    'Fernhill: spa and breakfast',
    ['2026-06-03', '07:00', '15:00'],
    'Fernhill Hotel',
    'Pencilled in.',
  ),
  event(
    'j3c7r1u8y4k5',
    'Dunmore: tap room evening',
    ['2026-05-22', '18:00', '22:00'],
    'Dunmore Brewing, Mill Lane',
    'Band from eight. We keep the corner table free for your kit. Rafe',
    'rafe@dunmore-brewing.example.com',
  ),
  event('k6v2b0s9m7p8', 'Dentist', ['2026-05-14', '08:15', '09:00'], 'Dr Hale', ''),
  event('l1f4w8q3t5a9', 'Edit day', ['2026-05-18', '09:00', '17:00'], 'Studio 3', 'No calls.'),
  event(
    'm9y7z2h5d1e6',
    'Dad’s 70th',
    ['2026-06-07', '13:00', '18:00'],
    'The Old Pump',
    'Do not tell him! Ivy',
    'ivy.calloway@example.org',
  ),
  event(
    'n0g3k6x4c8r7',
    'Judith: first quarter',
    ['2026-05-20', '15:00', '15:45'],
    'Video call',
    'Receipts and the unpaid invoices, then the advance payment of tax. Judith',
    'judith@abara-accounts.example.com',
  ),
  event(
    'o4p1j9l7v2u0',
    'Retouching with Gwen',
    ['2026-05-14', '16:00', '17:30'],
    'Studio 3',
    'I bring the calibrated screen. Gwen A.',
    'gwen.ashdown@example.com',
  ),
  event(
    'q7s5f3n8b6i2',
    'Library facade (if it works for you)',
    ['2026-05-26', '17:00', '20:00'],
    'Edinburgh, George Bridge',
    'The caretaker lets you onto the roof across the street until eight. Henrik',
    'henrik@solberg-architects.example.com',
  ),
  event(
    'r2e8a6w0y4x1',
    'Portfolio evening',
    ['2026-05-27', '19:00', '21:30'],
    'Guild house',
    'Bring ten prints. Soup afterwards.',
    'evenings@guild.example.org',
  ),
];
