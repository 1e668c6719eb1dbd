/** The timetable, as the airlines publish it. */
import type { Flight } from './world.ts';

const flight = (
  [number, airline]: readonly [string, string],
  [from, to]: readonly [string, string],
  [departs, arrives]: readonly [string, string],
  price: number,
): Flight => ({ number, airline, from, to, departs, arrives, price });

const LARK = 'Larkwing';
const HALO = 'Halo Air';

export const FLIGHTS: readonly Flight[] = [
  flight(['LK 418', LARK], ['Eindhoven', 'Porto'], ['2026-06-02 07:25', '2026-06-02 09:05'], 128),
  flight(['HA 77', HALO], ['Eindhoven', 'Porto'], ['2026-06-02 13:40', '2026-06-02 15:20'], 96),
  flight(['LK 420', LARK], ['Eindhoven', 'Porto'], ['2026-06-02 19:10', '2026-06-02 20:50'], 109),
  flight(['HA 77', HALO], ['Eindhoven', 'Porto'], ['2026-06-03 13:40', '2026-06-03 15:20'], 84),
  flight(['HA 78', HALO], ['Porto', 'Eindhoven'], ['2026-06-05 16:05', '2026-06-05 19:40'], 101),
  flight(['LK 423', LARK], ['Porto', 'Eindhoven'], ['2026-06-05 17:35', '2026-06-05 21:10'], 134),
  flight(['LK 510', LARK], ['Eindhoven', 'Tallinn'], ['2026-06-09 08:15', '2026-06-09 11:45'], 172),
  flight(['BS 19', 'Baltic Swift'], ['Eindhoven', 'Tallinn'], ['2026-06-09 15:00', '2026-06-09 18:35'], 149),
  flight(['BS 20', 'Baltic Swift'], ['Tallinn', 'Eindhoven'], ['2026-06-11 11:20', '2026-06-11 12:55'], 143),
  flight(['LK 302', LARK], ['Eindhoven', 'Leipzig'], ['2026-05-26 06:50', '2026-05-26 08:05'], 118),
  flight(['LK 305', LARK], ['Leipzig', 'Eindhoven'], ['2026-05-29 18:20', '2026-05-29 19:35'], 122),
];
