/** What the traveller has: an account, bookings, bills and mail. */
import type { Account, Booking, Errands, Invoice } from './world.ts';

export const ACCOUNT: Account = {
  name: 'Nadia Hallström',
  email: 'nadia.hallstrom@example.com',
  address: 'Kanalgatan 12, 411 08 Göteborg',
  passport: 'XX0012345',
  frequent_flyer: 'TW-558-201-77',
};

export const BOOKINGS: readonly Booking[] = [
  {
    ...{ id: 'BK-7Q2F9', what: 'GOTLIS-0703-0640', title: 'Gothenburg to Lisbon, Skagerrak Air', status: 'booked' },
    ...{ start: '2026-07-03T06:40:00+02:00', end: '2026-07-03T09:35:00+01:00', contact: 'care@skagerrak.example.org' },
    ...{ note: 'Be at the gate 30 minutes before.', details: { passenger: 'Nadia Hallström', seat: '14C' } },
  },
  {
    ...{ id: 'BK-7Q31A', what: 'H-5207', title: 'Casa Lavadouro, Lisbon', status: 'booked' },
    ...{ start: '2026-07-03T15:00:00+01:00', end: '2026-07-10T11:00:00+01:00', contact: 'ines@lavadouro.example.org' },
    ...{ note: 'The key is at the bakery next door. Inês', details: { guests: 2, price: 6450 } },
  },
  {
    ...{ id: 'BK-8C05D', what: 'R-204', title: 'Osteria Fiume, Ghent', status: 'booked' },
    ...{ start: '2026-06-05T20:00:00+02:00', end: '2026-06-05T22:00:00+02:00', contact: 'ciao@fiume.example.net' },
    ...{ note: 'We keep tables for 15 minutes.', details: { people: 2 } },
  },
];

export const INVOICES: readonly Invoice[] = [
  {
    ...{ id: 'INV-2026-0419', biller: 'Brf Kanalen', iban: 'SE00EXMP00000000041901', amount: 640, due: '2026-05-15' },
    ...{ text: 'Garage, May. Thank you for paying in time.', status: 'open' },
  },
  {
    ...{ id: '88127', biller: 'Vattenljus El', iban: 'SE00EXMP00000000088127', amount: 413.5, due: '2026-05-20' },
    ...{ text: 'Electricity, April: 312 kWh.', status: 'open' },
  },
];

export const MAILS: readonly Errands['mails'][number][] = [
  {
    ...{ id: 'a41', from: 'Rör-Jocke <jocke@plumbing.example.net>', subject: 'Bill for the kitchen tap' },
    body: 'Hi Nadia, that was 1,250 kronor for the tap. IBAN SE00EXMP00000000061250, please by the end of May. Jocke',
  },
  {
    ...{ id: 'a44', from: 'Elin Hallström <elin@family.example.org>', subject: 'Tent trip' },
    body: 'Sis, for the trip we still need: 3 gas cartridges, 1 set of tent pegs. Can you get them? Elin',
  },
  {
    ...{ id: 'a47', from: 'Marek Zięba <marek@walkers.example.org>', subject: 'Where to stay in Kraków' },
    body: 'You should stay at Dom pod Kasztanem, we loved the garden. Say hello to Marta. Marek',
  },
  {
    ...{ id: 'a52', from: 'Bazaar <accounts@bazaar.example.com>', subject: 'Time for a new password' },
    body: 'Your password is two years old. Choose a new one in your account when it suits you.',
  },
];

export const PAGES: Record<string, string> = {
  'https://ghent-guide.example.org/june':
    'Ghent in June: light festival on the 5th and 6th, free concerts by the water, museums closed on Mondays.',
};
