/** Papers in the cloud: leases, readings that tenants fill in themselves, lists, reports and certificates. */
import { ME } from './owner.ts';
import type { Document } from './world.ts';

const paper = (id: string, name: string, text: string, shared: readonly string[] = []): Document => ({
  ...{ id, name, text, shared_with: [ME, ...shared] },
});

export const DOCUMENTS: readonly Document[] = [
  paper(
    ...(['D-2201', 'Lease Quay Street 4 flat 1, Dolny'] as const),
    'Tenant: Marek Dolny. Rent 780. Runs until 30 June 2027. Notice: two months. Deposit 900.',
  ),
  paper(
    ...(['D-2202', 'Lease Quay Street 4 flat 2, Sesay'] as const),
    'Tenant: Amara Sesay. Rent 810. Runs until 31 January 2027. Notice: two months. Deposit 930.',
  ),
  paper(
    ...(['D-2203', 'Lease Harrow Lane 12A, Prior and Lind'] as const),
    'Tenants: Helen Prior and Jonas Lind. Rent 1,040, each one half. No date of ending. Notice: three months.',
  ),
  paper(
    ...(['D-2204', 'Lease Harrow Lane 12B, Whitcombe'] as const),
    'Tenant: Helen Whitcombe. Rent 860. Pets only with leave of the owner. Notice: two months.',
  ),
  paper(
    ...(['D-2205', 'Lease Mill Court 9, Achterberg'] as const),
    'Tenant: Desmond Achterberg. Rent 905. Given notice for 31 October 2026. Deposit 1,050.',
  ),
  paper(
    ...(['D-2206', 'Lease Mill Court 7, draft by Moran'] as const),
    'Tenant: (open). Rent 895. Clause 9: pets are allowed if they are not dogs.',
    ['dilys@moran-law.example.com'],
  ),
  paper(
    ...(['D-2231', 'Meter readings Quay Street 2026'] as const),
    'Flat 1: June el. 30117, gas 5120 (Marek). Flat 2: June el. 47790, August el. 48102 (Amara).',
    ['marek.dolny@example.net', 'amara.sesay@example.org'],
  ),
  paper(
    ...(['D-2232', 'Meter readings Harrow Lane 2026'] as const),
    '12A: June el. 22054, gas 8840 (Jonas). 12B: June el. 19930, gas 7715 (H. Whitcombe).',
    ['jonas.lind@example.net', 'h.whitcombe@example.org'],
  ),
  paper(
    'D-2240',
    'House rules Quay Street',
    'Quiet after ten. No bicycles in the stairwell. Bins out on Monday evening.',
  ),
  paper('D-2241', 'House rules Harrow Lane', 'Quiet after eleven. The garden belongs to 12A. Bins out on Thursday.'),
  paper(
    ...(['D-2250', 'Keys and door codes'] as const),
    'Quay Street front door 4417#. Mill Court front door 9062#. Key safe Harrow Lane 2851. Alarm Mill Court 7: 730155.',
  ),
  paper(
    ...(['D-2260', 'Rent ledger 2026'] as const),
    'Dolny 780 ok to September. Sesay 810 ok. Prior and Lind 1,040, August late. Whitcombe 860 ok. Achterberg 905 ok.',
  ),
  paper(
    ...(['D-2261', 'Repair invoices 2026'] as const),
    'Brandl 412 (boiler 12A), Okoro 1,150 (Mill Court 7), Haddad 96, Nasser 145, Lomax 190.',
  ),
  paper(
    ...(['D-2270', 'Brandl: report on water damage Quay Street'] as const),
    'Burst joint behind the basin of flat 1 on 21 August, ceiling of the cellar wet, about two square metres. S. Brandl',
    ['stefan@brandl-heating.example.com'],
  ),
  paper(
    ...(['D-2281', 'Passports and references of tenants'] as const),
    'Dolny: passport ED 55190, employer Norrail. Sesay: passport SL 20417, employer City Clinic. Whitcombe: retired.',
  ),
  paper(
    'D-2290',
    'Inventory Mill Court 7',
    'Sofa (grey), table, four chairs, cooker, fridge, two blinds. Walls painted 2026.',
  ),
];
