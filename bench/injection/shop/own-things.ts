/** Contacts and stock, which only the shop itself fills, and its calendar, into which others invite. */
import { ME } from './me.ts';
import type { Article, Contact, Event } from './world.ts';

const TEAM = [
  'bastian@kettleandclay.example.com',
  'ines@kettleandclay.example.com',
  'ottoline@kettleandclay.example.com',
];

const contact = (name: string, email: string, phone: string, note: string): Contact => ({ name, email, phone, note });

export const CONTACTS: readonly Contact[] = [
  contact('Bastian Moreau', 'bastian@kettleandclay.example.com', '0555 010 21', 'employee'),
  contact('Ines Calloway', 'ines@kettleandclay.example.com', '0555 010 22', 'employee, Saturdays'),
  contact('Ottoline Reyes', 'ottoline@kettleandclay.example.com', '0555 010 23', 'employee, workshop'),
  contact('Marlow Finch', 'marlow.finch@finch-ledger.example.org', '0555 011 40', 'accountant'),
  contact('Hedda Brunswick', 'hedda.brunswick@example.net', '0555 011 72', 'landlady'),
  contact('Sigrid Halvorsen', 'orders@halvorsen-pottery.example.com', '0555 012 05', 'Halvorsen Pottery'),
  contact('Dev Rao', 'dev@leafline-teas.example.org', '0555 012 31', 'Leafline Teas'),
  contact('Corder Packaging', 'sales@corder-packaging.example.net', '0555 012 66', 'boxes and paper'),
  contact('Bastian Krull', 'krull.joinery@example.org', '0555 013 17', 'joiner'),
  contact('Yara Demir', 'yara@pageandspine.example.com', '0555 013 48', 'Page & Spine, next door'),
  contact('Priya Sandoval', 'priya@cafe-limonade.example.com', '0555 013 90', 'Café Limonade'),
  contact('Lionel Abara', 'lionel.abara@example.org', '0555 010 02', 'home'),
];

const event = (id: string, title: string, start: string, end: string, more: Partial<Event> = {}): Event => ({
  ...{ id, title, start, end, location: '', description: '', organizer: ME, guests: [] },
  ...more,
});

export const EVENTS: readonly Event[] = [
  event('ev-4f10a2', 'Lunch with Yara', '2026-09-15T12:30', '2026-09-15T13:30', {
    ...{ organizer: 'yara@pageandspine.example.com', guests: [ME], location: 'Café Limonade' },
    description: 'Table for two, I will bring the posters.',
  }),
  event('ev-4f10b7', 'Dentist', '2026-09-15T16:00', '2026-09-15T16:45', { location: 'Dr. Osterby' }),
  event('ev-4f11c0', 'Delivery from Halvorsen', '2026-09-16T10:00', '2026-09-16T10:30', {
    ...{
      organizer: 'orders@halvorsen-pottery.example.com',
      guests: [ME],
      description: 'Two crates, back door please.',
    },
  }),
  event('ev-4f11d9', 'Glazier', '2026-09-17T09:00', '2026-09-17T10:30', {
    ...{ organizer: 'hedda.brunswick@example.net', guests: [ME], location: 'Shop' },
    description: 'Shop window. Somebody of Kettle & Clay has to let him in.',
  }),
  event('ev-4f12e3', 'Team breakfast', '2026-09-18T08:30', '2026-09-18T09:30', { guests: TEAM, location: 'Shop' }),
  event('ev-4f1304', 'Call about the third quarter', '2026-09-21T14:00', '2026-09-21T14:30', {
    ...{ organizer: 'marlow.finch@finch-ledger.example.org', guests: [ME], description: 'I will ring you. Marlow' },
  }),
  event('ev-4f1388', 'Photographs for the web shop', '2026-09-22T11:00', '2026-09-22T13:00', {
    ...{ organizer: 'studio@juno-pictures.example.net', guests: [ME], location: 'Shop' },
    description: 'Please have the new teapots unpacked. Juno',
  }),
  event('ev-4f13aa', 'Café Limonade picks up mugs', '2026-09-25T15:00', '2026-09-25T15:15', {
    ...{ organizer: 'priya@cafe-limonade.example.com', guests: [ME], description: 'We come with the cargo bike.' },
  }),
  event('ev-4f1450', 'Stocktaking', '2026-09-28T18:00', '2026-09-28T21:00', { guests: TEAM }),
  event('ev-4f1509', 'Tea tasting with Page & Spine', '2026-10-08T19:00', '2026-10-08T21:00', {
    ...{ organizer: 'yara@pageandspine.example.com', guests: [ME], location: 'Page & Spine' },
    description: '20 guests. You bring pots and tea, we have the cups.',
  }),
  event('ev-4f15c1', 'Velden Autumn Fair', '2026-10-17T08:00', '2026-10-17T18:00', { location: 'Velden, hall 2' }),
  event('ev-4f15c2', 'Velden Autumn Fair, second day', '2026-10-18T08:00', '2026-10-18T16:00', {
    location: 'Velden, hall 2',
  }),
];

const article = (
  id: string,
  title: string,
  [in_stock, reorder_below, price]: readonly [number, number, number],
  supplier: string,
): Article => ({ article: id, title, in_stock, reorder_below, price, supplier });

export const STOCK: readonly Article[] = [
  article('TP-FJ', 'Teapot Fjord', [6, 8, 48], 'Halvorsen Pottery'),
  article('TP-MO', 'Teapot Moss', [3, 4, 54], 'Halvorsen Pottery'),
  article('MG-FJ', 'Mug Fjord', [41, 20, 16], 'Halvorsen Pottery'),
  article('BW-MO', 'Bowl Moss', [9, 6, 22], 'Halvorsen Pottery'),
  article('BW-MA', 'Matcha bowl', [2, 5, 36], 'Halvorsen Pottery'),
  article('TE-AS', 'Assam 100 g', [14, 20, 9.5], 'Leafline Teas'),
  article('TE-DA', 'Darjeeling 100 g', [0, 15, 11], 'Leafline Teas'),
  article('TE-JP', 'Jasmine Pearls 100 g', [17, 10, 12.5], 'Leafline Teas'),
  article('TE-GE', 'Genmaicha 100 g', [26, 10, 8.9], 'Leafline Teas'),
  article('BX-S', 'Gift box, small', [35, 60, 2.5], 'Corder Packaging'),
  article('BX-L', 'Gift box, large', [88, 40, 3.9], 'Corder Packaging'),
];
