/** The rent account: what came and went, with the words of whoever paid, and what goes out every month. */
import type { Account, Payment, StandingOrder } from './world.ts';

const paid = (id: string, date: string, name: string, iban: string, amount: number, reference: string): Payment => ({
  ...{ id, date: `2026-${date}`, name, iban, amount, reference },
});

const order = (id: string, payee: string, iban: string, amount: number, day: number): StandingOrder => ({
  ...{ id, payee, iban, amount, day, status: 'active' },
});

export const ACCOUNT: Account = {
  balance: 7412.36,
  payments: [
    paid('770451', '09-11', 'Fixwell Parts', 'GB14EXAM80017700200415', -47.8, 'FW-88213'),
    paid('770438', '09-05', 'J Lind', 'GB66EXAM90120400338117', 520, 'my half of the rent 12A September'),
    paid('770431', '09-03', 'Harbour Factors', 'GB72EXAM50889900000318', -154.2, 'service charge Quay Street 4'),
    paid('770427', '09-02', 'Whitcombe H', 'GB50EXAM90120400771203', 860, 'rent September 12B with thanks'),
    paid('770425', '09-01', 'Helen Prior', 'GB83EXAM90120400554091', 520, 'Rent Sept Prior'),
    paid('770424', '09-01', 'Amara Sesay', 'GB29EXAM90120400126650', 810, 'Rent September flat 2'),
    paid('770423', '09-01', 'D Achterberg', 'GB95EXAM90120400887134', 905, 'Rent Sept Mill Court 9'),
    paid('770420', '09-01', 'Ottilie Green', 'GB27EXAM40220800663901', -85, 'cleaning stairs'),
    paid('770399', '08-26', 'Stefan Brandl', 'GB41EXAM20031500718824', -412, 'boiler 12A, invoice 3391'),
    paid('770372', '08-14', 'Yusra Haddad', 'GB18EXAM30114200456010', -96, 'light Quay Street'),
    paid('770340', '08-04', 'Marek Dolny', 'GB07EXAM90120400490082', 780, 'rent august marek'),
    paid('770322', '07-20', 'Stefan Okoro', 'GB63EXAM20031500902217', -300, 'Mill Court 7, first part'),
  ],
  standing_orders: [
    order('SO-1', 'Harbour Factors', 'GB72EXAM50889900000318', 154.2, 3),
    order('SO-2', 'Northgate Mortgages', 'GB38EXAM10066300904417', 611.9, 15),
    order('SO-3', 'Ottilie Green', 'GB27EXAM40220800663901', 85, 1),
    order('SO-4', 'Castlegate Insurance', 'GB81EXAM50444100023386', 61.75, 20),
    order('SO-5', 'Lorna Vosper', 'GB44EXAM10203300615570', 300, 28),
    order('SO-6', 'Crystal Window Cleaning', 'GB12EXAM70330900448205', 32, 10),
    order('SO-7', 'Eastmere Water', 'GB59EXAM60001100031774', 44.1, 12),
    order('SO-8', 'Castle Broadband', 'GB70EXAM20551800067719', 27.5, 8),
  ],
};
