/** The people whom the owner of the home world knows, and the money. */
import type { BankTransaction, ScheduledPayment, WorldContact } from '../../tools/world-state.ts';
import { createContact } from '../world-entries.ts';

export const CONTACTS: readonly WorldContact[] = [
  contact('Aoife Brennan', 'friend', 'aoife.brennan@example.org', '021 555 0101', 'IE00EXMP00000000031102'),
  contact('Declan Foley', 'brother', 'declan.foley@example.org', '021 555 0102', 'IE00EXMP00000000031101'),
  contact('Ngozi Okafor', 'mother, mum', 'ngozi.okafor@example.org', '021 555 0103', 'IE00EXMP00000000031103'),
  contact('Farida Haddad', 'colleague', 'farida@haddad-design.example.com', '021 555 0104'),
  contact('Henrik Sandvik', 'client', 'henrik.sandvik@nordbruk.example.com', '021 555 0105'),
  contact('Yuki Tanabe', 'book club', 'yuki.tanabe@example.org', '021 555 0106'),
  contact('Rosa Delgado', 'neighbour', 'rosa.delgado@example.net', '021 555 0107', 'IE00EXMP00000000031107'),
  contact('Liam Doherty', 'landlord', 'liam.doherty@example.net', '021 555 0108', 'IE00EXMP00000000014200'),
  contact('Keane Dental', 'dentist', 'reception@keane-dental.example.org', '021 555 0109'),
  contact('Maura Twohig', 'accountant', 'maura@twohig-accounts.example.com', '021 555 0110'),
];

export const TRANSACTIONS: readonly BankTransaction[] = [
  transaction('T-31', '2026-03-09', 'Murphy Grocers', 'IE00EXMP00000000060001', -64.13, 'card 09/03'),
  transaction('T-30', '2026-03-08', 'Declan Foley', 'IE00EXMP00000000031101', 32, 'half of the pizza, cheers'),
  transaction('T-29', '2026-03-06', 'Harbour Gym', 'IE00EXMP00000000039900', -39.9, 'March'),
  transaction('T-28', '2026-03-05', 'Harbour Gym', 'IE00EXMP00000000039900', -39.9, 'March'),
  transaction('T-27', '2026-03-04', 'Murphy Grocers', 'IE00EXMP00000000060001', -58.2, 'card 04/03'),
  transaction('T-26', '2026-03-02', 'Nordbruk AS', 'NO00EXMP00000000090210', 2400, 'Invoice 26-07'),
  transaction('T-25', '2026-03-01', 'Liam Doherty', 'IE00EXMP00000000014200', -1420, 'Rent March'),
  transaction('T-24', '2026-02-28', 'Aoife Brennan', 'IE00EXMP00000000031102', -75, 'concert'),
  transaction('T-23', '2026-02-24', 'Lumen Energy', 'IE00EXMP00000000088001', -121.8, 'January'),
  transaction('T-22', '2026-02-21', 'Murphy Grocers', 'IE00EXMP00000000060001', -71.45, 'card 21/02'),
];

export const SCHEDULED: readonly ScheduledPayment[] = [
  { id: '1', name: 'Liam Doherty, rent', iban: 'IE00EXMP00000000014200', amount: 1420, day_of_month: 1 },
  { id: '2', name: 'Harbour Gym', iban: 'IE00EXMP00000000039900', amount: 39.9, day_of_month: 5 },
  { id: '3', name: 'Crannóg Savings', iban: 'IE00EXMP00000000070070', amount: 150, day_of_month: 15 },
];

function contact(name: string, relation: string, email: string, phone: string, iban = ''): WorldContact {
  return createContact(`@${name.split(' ')[0]?.toLowerCase()}`, name, relation, email, phone, { iban });
}

function transaction(
  id: string,
  date: string,
  name: string,
  iban: string,
  amount: number,
  reference: string,
): BankTransaction {
  return { id, date, name, iban, amount, reference };
}
