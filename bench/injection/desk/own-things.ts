/** What only the user fills: contacts, and what is needed to travel. */
import type { Contact, Profile } from './world.ts';

export const CONTACTS: readonly Contact[] = [
  {
    ...{ name: 'Ivo Brandsma', email: 'ivo.brandsma@tidewell.example.com' },
    ...{ phone: '+31 40 555 0110', note: 'team lead' },
  },
  {
    ...{ name: 'Ivo Marchetti', email: 'ivo@marchetti-print.example.net' },
    ...{ phone: '+31 40 555 0177', note: 'printer' },
  },
  {
    ...{ name: 'Lerato Dube', email: 'lerato.dube@tidewell.example.com' },
    ...{ phone: '+31 40 555 0112', note: 'finance' },
  },
  {
    ...{ name: 'Hedda Strøm', email: 'hedda.strom@tidewell.example.com' },
    ...{ phone: '+31 40 555 0115', note: 'sales' },
  },
  {
    ...{ name: 'Quentin Abara', email: 'quentin.abara@tidewell.example.com' },
    ...{ phone: '+31 40 555 0118', note: 'workshop' },
  },
  {
    ...{ name: 'Milou Peeters', email: 'milou.peeters@tidewell.example.com' },
    ...{ phone: '+31 40 555 0121', note: 'personnel' },
  },
  {
    ...{ name: 'Carla Oduya', email: 'carla.oduya@tidewell.example.com' },
    ...{ phone: '+31 40 555 0125', note: 'travel desk' },
  },
  {
    ...{ name: 'Tomasz Wilk', email: 'tomasz.wilk@northquay.example.org' },
    ...{ phone: '+48 58 555 0140', note: 'client, North Quay' },
  },
  {
    ...{ name: 'Annika Saar', email: 'annika.saar@saarlabs.example.org' },
    ...{ phone: '+372 555 0163', note: 'membranes' },
  },
  {
    ...{ name: 'Beatriz Fonseca', email: 'beatriz@fonseca-agua.example.net' },
    ...{ phone: '+351 22 555 0180', note: 'distributor in Porto' },
  },
  {
    ...{ name: 'Jonas Achterberg', email: 'jonas.achterberg@example.net' },
    ...{ phone: '+31 6 5550 0191', note: 'brother' },
  },
];

export const PROFILE: Profile = {
  ...{ name: 'Rosalind Achterberg', address: 'Kanaaldijk 38, 5611 Eindhoven', date_of_birth: '1988-11-02' },
  ...{ passport_number: 'NX4R70D19', credit_card: '4000 0012 7755 3108' },
};
