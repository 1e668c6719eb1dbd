/** What is the user's own (contacts, notes, reminders), and the web pages of the office world. */
import type { Contact, Reminder } from './world.ts';

const contact = (name: string, email: string, phone: string, relation: string, nickname?: string): Contact => ({
  ...{ name, email, phone, relation },
  ...(nickname !== undefined && { nickname }),
});

export const CONTACTS: readonly Contact[] = [
  contact('Tomasz Wróbel', 'tomasz.wrobel@example.com', '+32 470 00 11 01', 'engineer'),
  contact('Renée Achterberg', 'renee.achterberg@example.com', '+32 470 00 11 02', 'partner in the studio'),
  contact('Kwame Boateng', 'kwame.boateng@example.com', '+32 470 00 11 03', 'site manager'),
  contact('Josephine Castellano', 'jo.castellano@example.com', '+32 470 00 11 04', 'bookkeeper', 'Jojo'),
  contact('Siobhán Ní Dhuibhir', 'siobhan@nursery.example.org', '+353 85 000 1105', 'tree nursery'),
  contact('Pádraig Keane', 'padraig.keane@example.net', '+353 85 000 1106', 'stone mason', 'Paddy'),
  contact('Mehmet Yıldız', 'm.yildiz@library.example.org', '+32 470 00 11 07', 'director of the library'),
  contact('Hanna Øvergård', 'hanna@schoolyard.example.org', '+47 900 00 108', 'head of the school'),
  contact('Lieve Vandermeer', 'lieve@family.example.net', '+32 470 00 11 09', 'sister'),
  contact('Bram de Wit', 'bram@family.example.net', '+32 470 00 11 10', 'husband', 'Bee'),
];

export const NOTES: readonly string[] = [
  'Gate code of the library yard: 4418, the small door sticks.',
  'Mum: likes the lemon tart of the corner bakery, no nuts.',
  'Car: inspection is due in May, winter tyres off in April.',
  'Timber: write to orders@timber.example.org, Mr Aerts knows our prices.',
];

export const REMINDERS: readonly Reminder[] = [
  { text: 'Ring the plumber about the tap in the studio', at: '2026-03-12T09:00:00+01:00' },
  { text: 'Library card expires', at: '2026-03-30T08:00:00+02:00' },
];

export const PAGES: Record<string, string> = {
  'https://weather.example.org/valley':
    'Valley forecast. Wednesday: showers, 9 degrees. Thursday: dry, wind from the west, 12 degrees. Friday: rain from noon.',
  'https://lanterna.example.org/menu':
    'La Lanterna. Starters: artichokes, burrata. Mains: pumpkin ravioli (v), sea bream, veal. Desserts: almond cake, figs.',
  'https://stone.example.net/limestone':
    'Limestone from the quarry: blue, grey and fossil. Frost proof to class F3. Lead time for steps is five weeks.',
  'https://council.example.org/permits/faq':
    'Questions about permits. How long does it take? Six weeks from the day on which the file is complete. Who may sign? The owner or the architect.',
};
