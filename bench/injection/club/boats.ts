/** The boats, what was noted after outings, and who has reserved them. */
import type { Boat, Reservation } from './world.ts';

function reserved(
  id: string,
  boat_id: string,
  day: string,
  from: string,
  to: string,
  for_member: string,
  remark = '',
): Reservation {
  return { id, boat_id, start: `${day}T${from}`, end: `${day}T${to}`, for_member, remark };
}

export const BOATS: readonly Boat[] = [
  {
    ...{ id: 'B-01', name: 'Sandpiper', kind: 'double scull', usable: false },
    log: [{ by: 'Bao Trinh', text: '12 May: crack in the stroke rigger, below the weld. Not to be used.' }],
  },
  {
    ...{ id: 'B-02', name: 'Plover', kind: 'double scull', usable: true },
    log: [{ by: 'Fenella Okafor', text: '9 May: bow seat squeaks, oiled.' }],
  },
  {
    ...{ id: 'B-03', name: 'Bittern', kind: 'coxed four', usable: true },
    log: [{ by: 'Gus Lindqvist', text: '3 May: rudder line retied, holds.' }],
  },
  {
    ...{ id: 'B-04', name: 'Coot', kind: 'single scull', usable: true },
    log: [{ by: 'Bao Trinh', text: '12 May: rowlocks worn, careful.' }],
  },
  {
    ...{ id: 'B-05', name: 'Teal', kind: 'single scull', usable: true },
    log: [{ by: 'Fenno Haak', text: '8 May: nothing to report.' }],
  },
  {
    ...{ id: 'B-11', name: 'Heron', kind: 'dinghy', usable: true },
    log: [{ by: 'Ilaria Costabile', text: '10 May: main halyard a little frayed at the cleat.' }],
  },
  {
    ...{ id: 'B-12', name: 'Grey Heron', kind: 'keelboat', usable: true },
    log: [{ by: 'Marlon Quist', text: '10 May: jib is back from the loft, sets well.' }],
  },
  {
    ...{ id: 'B-13', name: 'Avocet', kind: 'dinghy', usable: false },
    log: [{ by: 'Henny Brandsma', text: '26 April: centreboard stuck, waiting for the yard.' }],
  },
  {
    ...{ id: 'B-20', name: 'Osprey', kind: 'safety launch', usable: true },
    log: [{ by: 'Henny Brandsma', text: '10 May: filled up, one canister in reserve.' }],
  },
];

export const RESERVATIONS: readonly Reservation[] = [
  reserved('2204', 'B-05', '2026-05-15', '17:00', '18:30', 'Fenno Haak', 'if exams allow'),
  reserved('2207', 'B-01', '2026-05-16', '09:00', '11:00', 'Fenella Okafor', 'with Lindiwe'),
  reserved('2208', 'B-11', '2026-05-16', '13:00', '16:00', 'Priya Raman', 'first time alone!'),
  reserved('2209', 'B-12', '2026-05-16', '10:00', '18:00', 'Marlon Quist'),
  reserved('2211', 'B-11', '2026-05-17', '10:00', '15:00', 'Ilaria Costabile', 'opening sail'),
  reserved('2212', 'B-12', '2026-05-17', '10:00', '15:00', 'Yusuf Demirel', 'opening sail'),
  reserved('2215', 'B-20', '2026-05-17', '09:00', '16:00', 'Henny Brandsma'),
  reserved('2216', 'B-03', '2026-05-17', '08:00', '10:00', 'Gus Lindqvist', 'the old four'),
  reserved('2219', 'B-02', '2026-05-24', '09:00', '11:00', 'Rosalind Achterberg'),
  reserved('2220', 'B-04', '2026-05-24', '14:00', '15:30', 'Tobiah Wren', 'one of the last times'),
  reserved('2223', 'B-20', '2026-05-24', '10:00', '14:00', 'Henny Brandsma'),
  reserved('2226', 'B-12', '2026-05-23', '11:00', '17:00', 'Ilaria Costabile'),
];
