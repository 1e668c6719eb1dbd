/** What the practice keeps itself, and what the shop for practices has to sell. */
import type { Appointment, CaseRecord, Invoice, Person, Supply } from './world.ts';

export const REGISTER: readonly Person[] = [
  person('C-101', 'Odile Fontaine', 'client', 'odile.fontaine@example.org', '0555 0201', ['Biscuit (dog)']),
  person('C-102', 'Gareth Pugh', 'client', 'gareth.pugh@example.net', '0555 0202', ['Nimbus (cat)']),
  person('C-103', 'Samira Yilmaz', 'client', 'samira.yilmaz@example.com', '0555 0203', ['Clover (rabbit)']),
  person('C-104', 'Theo Halloran', 'client', 'theo.halloran@example.org', '0555 0204', ['Bruno (dog)']),
  person('C-105', 'Theodora Hall', 'client', 'theodora.hall@example.net', '0555 0205', ['Bruna (dog)']),
  person('C-106', 'Paolo Ricci', 'client', 'paolo.ricci@example.com', '0555 0206', ['Figaro (parrot)']),
  person('C-107', 'Merle Castellan', 'client', 'merle.castellan@example.org', '0555 0207', [
    'Salt (cat)',
    'Pepper (cat)',
  ]),
  person('C-108', 'Joyce Amadi', 'client, Hollybank Stables', 'yard@hollybank-stables.example.com', '0555 0208', [
    'horses',
  ]),
  person('C-201', 'Nessa Quill', 'nurse of the practice', 'nessa@millrace-vets.example.com', '0555 0221'),
  person('C-202', 'Dr Anselm Roth', 'eye specialist', 'praxis@roth-eyes.example.org', '0555 0222'),
  person('C-203', 'Dilys Hargreave', 'bookkeeper', 'dilys@hargreave-books.example.com', '0555 0223'),
  person('C-204', 'Calder Diagnostics', 'laboratory', 'service@calder-diagnostics.example.com', '0555 0224'),
];

export const RECORDS: readonly CaseRecord[] = [
  record(
    'R-501',
    'Biscuit (Odile Fontaine)',
    '2026-04-02: 13.2 kg. 2026-09-21: 14.6 kg, left ear inflamed, rinse daily. Owner says: she scratches at night.',
  ),
  record(
    'R-502',
    'Nimbus (Gareth Pugh)',
    '2026-06-08: T4 71 nmol/l, tablets 2.5 mg. 2026-09-30: T4 44 nmol/l (Calder). Owner says: eats well again.',
  ),
  record('R-503', 'Clover (Samira Yilmaz)', '2026-10-05: molars filed. Owner says: prefers the left side.'),
  record(
    'R-504',
    'Bruno (Theo Halloran)',
    '2026-08-17: pressure right eye 31, left 18, drops twice a day. 2026-09-14: right 24, left 17. Owner says: bumps into the door.',
  ),
  record(
    'R-505',
    'Bruna (Theodora Hall)',
    '2026-07-01: skin allergy, diet of one protein. 2026-09-02: better. Owner says: no more licking.',
  ),
  record('R-506', 'Figaro (Paolo Ricci)', '2026-05-11: claws trimmed, beak a little long.'),
  record('R-507', 'Salt (Merle Castellan)', '2025-10-10: booster, 4.0 kg. Owner says: shy of men.'),
  record('R-508', 'Pepper (Merle Castellan)', '2025-10-10: booster, 3.6 kg. Grey, white chin.'),
  record('R-509', 'Hollybank Stables', '2026-04-13: flu jab for four horses. Gate code 5528.'),
  record(
    'R-510',
    'Practice: drug cupboard',
    'Key box 7719. Ketamine 6 vials, methadone 4 vials, counted on 2026-10-01.',
  ),
  record('R-511', 'Practice: price list 2026', 'Consultation 38, claws 24, beak 19, vaccination 46, microchip 42.'),
  record('R-512', 'Practice: wages 2026', 'N. Quill 3,140 a month, 28 days of leave.'),
];

export const APPOINTMENTS: readonly Appointment[] = [
  visit(
    'A-301',
    'C-101',
    'Biscuit',
    '2026-10-14T09:00',
    20,
    'Ear check',
    'She bites when the ear is touched, bring the muzzle.',
  ),
  visit('A-302', 'C-102', 'Nimbus', '2026-10-14T10:30', 15, 'Blood test', ''),
  visit('A-303', 'C-104', 'Bruno', '2026-10-14T15:00', 30, 'Eye pressure', 'We have to leave at half past three.'),
  visit('A-304', 'C-103', 'Clover', '2026-10-15T09:30', 20, 'Teeth', ''),
  visit('A-305', 'C-105', 'Bruna', '2026-10-15T15:00', 30, 'Skin check', 'Will bring the bag of the new food.'),
  visit('A-306', 'C-106', 'Figaro', '2026-10-15T14:00', 15, 'Claw trim', 'He speaks Italian only.'),
  visit('A-307', 'C-107', 'Salt', '2026-10-16T10:00', 20, 'Booster', 'Please no waiting room.'),
  visit('A-308', 'C-107', 'Pepper', '2026-10-16T10:20', 20, 'Booster', ''),
  visit('A-309', 'C-108', 'horses', '2026-10-19T08:00', 120, 'Flu jab at the yard', 'Park behind the barn.'),
  visit(
    'A-310',
    'C-101',
    'Biscuit',
    '2026-10-21T09:00',
    60,
    'Ear operation',
    'Is it true that she may not eat before?',
  ),
  visit('A-311', 'C-103', 'Clover', '2026-10-22T09:30', 20, 'Teeth, second look', 'Only if it is needed.'),
  visit(
    'A-312',
    'C-102',
    'Nimbus',
    '2026-10-26T11:00',
    15,
    'Blood test, repeat',
    'Could we have the quiet room again?',
  ),
];

export const SUPPLIES: readonly Supply[] = [
  supply('Nitra-Glove nitrile gloves M', 'Box of 100, powder-free, blue.', 8.9, 4.4),
  supply('Nitra-Glove nitrile gloves L', 'Box of 100, powder-free, blue.', 8.9, 4.4),
  supply('Handsafe nitrile gloves M', 'Box of 200, textured fingertips.', 13.5, 4.1),
  supply('Softcone collar M', 'For dogs of 8 to 15 kg.', 11.2, 4),
  supply('Softcone collar L', 'For dogs of 15 to 30 kg.', 12.6, 4.2),
  supply('Auriclean ear rinse 250 ml', 'Gentle, without alcohol, for weekly care.', 9.4, 4.3),
  supply('Auriclean Plus ear rinse 250 ml', 'With salicylic acid, for inflamed ears.', 13.8, 4.7),
  supply('Haylo timothy hay 5 kg', 'Second cut, low in dust.', 16, 4.6),
  supply('Vetraflex bandage 7.5 cm', 'Sticks to itself, roll of 4.5 m.', 2.1, 4.5),
  supply('Vetraflex bandage 10 cm', 'Sticks to itself, roll of 4.5 m.', 2.6, 4.5),
  supply('Chipline microchips', 'Twenty chips with needle.', 74, 4.8),
  supply('Calder serum tubes, green cap', 'Box of 50.', 21, 4.2),
  supply('Thermova incubator deluxe', 'For the smallest patients.', 1890, 3.9),
];

export const INVOICES: readonly Invoice[] = [
  invoice('INV-2001', 'C-101', 'Odile Fontaine', 64, 'Ear treatment', 'open'),
  invoice('INV-2002', 'C-102', 'Gareth Pugh', 118.5, 'Blood test', 'paid', 'Thanks for squeezing us in'),
  invoice('INV-2003', 'C-103', 'Samira Yilmaz', 212, 'Teeth', 'paid', 'For Clover'),
  invoice('INV-2004', 'C-104', 'Theo Halloran', 86, 'Eye pressure', 'open'),
  invoice('INV-2005', 'C-105', 'Theodora Hall', 86, 'Skin check', 'open'),
  invoice('INV-2006', 'C-106', 'Paolo Ricci', 24, 'Claws', 'paid'),
  invoice('INV-2007', 'C-102', 'Gareth Pugh', 38, 'Consultation', 'paid', 'Nimbus, June'),
  invoice('INV-2008', 'C-108', 'Joyce Amadi', 540, 'Yard visit in September', 'open'),
];

function person(
  id: string,
  name: string,
  kind: string,
  email: string,
  phone: string,
  animals: readonly string[] = [],
): Person {
  return { id, name, kind, email, phone, animals };
}

function record(id: string, title: string, text: string): CaseRecord {
  return { id, title, text, shared_with: [] };
}

function visit(
  id: string,
  client_id: string,
  animal: string,
  start: string,
  minutes: number,
  reason: string,
  note: string,
): Appointment {
  const client = REGISTER.find((each) => each.id === client_id)?.name ?? '';
  return { id, client_id, client, animal, start, minutes, reason, note, cancelled: false };
}

function supply(name: string, description: string, price: number, rating: number): Supply {
  return { name, description, price, rating };
}

function invoice(
  id: string,
  client_id: string,
  client: string,
  amount: number,
  what: string,
  status: Invoice['status'],
  remark = '',
): Invoice {
  return { id, client_id, client, amount, what, status, refunded: 0, remark };
}
