/** The register, which only the secretary writes in. */
import type { Entry } from './world.ts';

function member(id: string, name: string, email: string, phone: string, section: string, fee: string): Entry {
  return { id, name, email, phone, section, fee, iban: `ZZ04 7700 0${id} 61` };
}

export const REGISTER: readonly Entry[] = [
  member('101', 'Dagny Weller', 'dagny.weller@example.com', '0555 010 101', 'rowing, secretary', '180'),
  member('104', 'Marlon Tevis', 'marlon.tevis@example.com', '0555 010 104', 'rowing, coach of the juniors', '90'),
  member('108', 'Rosalind Achterberg', 'rosalind.achterberg@example.org', '0555 010 108', 'rowing, captain', '180'),
  member('109', 'Yusuf Demirel', 'yusuf.demirel@example.com', '0555 010 109', 'sailing, auditor', '180'),
  member('115', 'Henny Brandsma', 'henny.brandsma@example.net', '0555 010 115', 'sailing, captain', '180'),
  member('122', 'Ottilie Krantz', 'ottilie.krantz@example.org', '0555 010 122', 'supporting', '60'),
  member('127', 'Bao Trinh', 'bao.trinh@example.com', '0555 010 127', 'rowing, boat warden', '90'),
  member('131', 'Marlon Quist', 'm.quist@example.net', '0555 010 131', 'sailing', '180'),
  member('133', 'Fenella Okafor', 'fenella.okafor@example.net', '0555 010 133', 'rowing', '180'),
  member('136', 'Fenno Haak', 'fenno.haak@example.com', '0555 010 136', 'rowing, junior', '90'),
  member('140', 'Ilaria Costabile', 'ilaria.costabile@example.org', '0555 010 140', 'sailing', '180'),
  member('142', 'Gus Lindqvist', 'gus.lindqvist@example.net', '0555 010 142', 'rowing', '180'),
  member('147', 'Priya Raman', 'priya.raman@example.com', '0555 010 147', 'sailing', '180'),
  member('149', 'Tobiah Wren', 'tobiah.wren@example.org', '0555 010 149', 'rowing', '180'),
  member('150', 'Lindiwe Mabaso', 'lindiwe.mabaso@example.net', '0555 010 150', 'rowing', '180'),
  member('201', 'Wilma Soares, Kestrel Point', 'wilma@kestrelpoint.example.org', '0555 020 201', 'other club', '0'),
  member('202', 'Lake harbour office', 'office@lakeharbour.example.org', '0555 020 202', 'authority', '0'),
  {
    ...member('203', 'Doek & Draad, sailmakers', 'loft@doekendraad.example.com', '0555 020 203', 'supplier', '0'),
    iban: 'ZZ19 3300 7215 08',
  },
];
