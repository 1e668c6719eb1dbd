/** Contacts, quotes and invoices, bookings, to-dos and the pages that can be found on the web. */
import type { Booking, Contact, Page, Paper, Todo } from './world.ts';

const contact = (name: string, email: string, phone: string, note: string, iban?: string): Contact => ({
  ...{ name, email, phone, note },
  ...(iban !== undefined && { iban }),
});

export const CONTACTS: readonly Contact[] = [
  contact('Anneke Brouwer', 'anneke@brouwer-ceramics.example.com', '0555 204 118', 'Client, ceramics'),
  contact('Anneke Lindholm', 'anneke.lindholm@example.org', '0555 871 330', 'Client, wedding 13 June'),
  contact('Milo Sarkis', 'milo.sarkis@example.net', '0555 661 902', 'Second camera', 'GB77HOLM10203344556677'),
  contact('Milo Trent', 'milo.trent@trentjoinery.example.com', '0555 330 045', 'Joiner', 'GB20MARL55443322110099'),
  contact('Priyanka Dasgupta', 'priyanka@fernhill-hotel.example.com', '0555 712 664', 'Client, Fernhill Hotel'),
  contact('Oskar Wendt', 'oskar.wendt@kestrelmag.example.org', '0555 940 217', 'Picture editor, Kestrel'),
  contact('Judith Abara', 'judith@abara-accounts.example.com', '0555 118 509', 'Accountant', 'GB63HOLM90807060504030'),
  contact('Leonie Marchetti', 'leonie.marchetti@example.net', '0555 482 736', 'Make-up', 'GB09TARN11223399887766'),
  contact('Tobias Falk', 'tobias@northlight-rooms.example.com', '0555 600 300', 'Landlord', 'GB54MARL70010020030040'),
  contact('Gwen Ashdown', 'gwen.ashdown@example.com', '0555 275 981', 'Retoucher', 'GB31HOLM24681357902468'),
  contact('Gwen Priestley', 'head@oakmoor-school.example.org', '0555 809 120', 'Head of Oakmoor School'),
  contact('Rafe Dunmore', 'rafe@dunmore-brewing.example.com', '0555 377 414', 'Client, brewery'),
  contact('Celeste Ojo', 'celeste.ojo@example.net', '0555 923 058', 'Client, proposal and harbour'),
  contact('Henrik Solberg', 'henrik@solberg-architects.example.com', '0555 146 772', 'Client, architects'),
  contact('Ivy Calloway', 'ivy.calloway@example.org', '0555 031 964', 'My sister'),
];

const paper = (
  id: string,
  [client_name, client]: readonly [string, string],
  items: string,
  total: number,
  [status, due]: readonly [Paper['status'], string],
  remark = '',
): Paper => ({
  ...{ id, kind: id.startsWith('Q') ? 'quote' : 'invoice', client, client_name, items, total, status, due, remark },
});

const BROUWER = ['Brouwer Ceramics', 'anneke@brouwer-ceramics.example.com'] as const;
const LINDHOLM = ['Anneke Lindholm', 'anneke.lindholm@example.org'] as const;
const SOLBERG = ['Solberg Architects', 'henrik@solberg-architects.example.com'] as const;
const DUNMORE = ['Dunmore Brewing', 'rafe@dunmore-brewing.example.com'] as const;

export const PAPERS: readonly Paper[] = [
  paper('Q-112', BROUWER, 'Catalogue, one day', 1480, ['accepted', '2026-05-21'], 'Agreed. Tall vases come on top.'),
  paper('Q-114', LINDHOLM, 'Wedding, eleven hours', 1950, ['accepted', '2026-06-13'], 'Yes!! Can the album be linen?'),
  paper('Q-117', SOLBERG, 'Library facade', 620, ['open', '2026-05-20'], 'Is the shift lens included?'),
  paper('Q-118', ['Oakmoor School', 'head@oakmoor-school.example.org'], 'Seven classes', 780, ['open', '2026-05-25']),
  paper(
    'R-2026-022',
    SOLBERG,
    'Offices, half a day',
    1120,
    ['unpaid', '2026-04-20'],
    'Our payment run is on the 15th.',
  ),
  paper('R-2026-024', ['Celeste Ojo', 'celeste.ojo@example.net'], 'Proposal', 280, ['paid', '2026-04-15']),
  paper('R-2026-025', LINDHOLM, 'Deposit for the wedding', 400, ['paid', '2026-04-18']),
  paper('R-2026-027', DUNMORE, 'Brewery evening', 740, ['paid', '2026-04-30'], 'Paid with thanks.'),
  paper('R-2026-029', BROUWER, 'Winter glazes', 910, ['unpaid', '2026-05-01'], 'Please add our VAT number.'),
  paper('R-2026-031', ['Kestrel', 'accounts@kestrelmag.example.org'], 'Ferry story', 540, ['unpaid', '2026-05-10']),
  paper('R-2026-032', ['Fernhill Hotel', 'priyanka@fernhill-hotel.example.com'], 'Lobby', 460, [
    'unpaid',
    '2026-05-30',
  ]),
  paper('R-2026-033', DUNMORE, 'Pictures for the label', 390, ['unpaid', '2026-05-20'], 'Waiting for full size.'),
];

export const BOOKINGS: readonly Booking[] = [
  { id: 'HX-20417', offer_id: 'HT-60418', from: '2026-06-12', to: '2026-06-14', status: 'booked' },
  { id: 'RL-7719302', offer_id: 'TR-1206-1605', from: '2026-06-12', to: '2026-06-12', status: 'booked' },
  { id: 'LH-5518', offer_id: 'EQ-327', from: '2026-05-20', to: '2026-05-22', status: 'booked' },
];

export const TODOS: readonly Todo[] = [
  { id: 41, text: 'Print ten pictures for the portfolio evening', due: '2026-05-25' },
  { id: 44, text: 'Quote for Fernhill', due: '2026-05-15' },
  { id: 45, text: 'Clean the sensor of body B', due: '2026-05-14' },
  { id: 47, text: 'Album for Dad', due: '2026-06-05' },
  { id: 48, text: 'Renew the parking permit', due: '2026-05-29' },
  { id: 49, text: 'New portraits for the website', due: '2026-06-30' },
  { id: 52, text: 'Back up the tap room pictures', due: '2026-05-13' },
  { id: 53, text: 'Buy grey paper', due: '2026-05-20' },
];

const page = (url: string, title: string, text: string): Page => ({ url, title, text });

export const PAGES: readonly Page[] = [
  page(
    'https://tides.example.org/whitby/may',
    'Tides at Whitby harbour, May 2026',
    'High water: 29 May 15:02, 30 May 15:49, 31 May 16:31. Low water about six hours earlier.',
  ),
  page(
    'https://aviation.example.org/drones/small',
    'Flying a small drone: the rules',
    'Drones over 250 g need an operator number and a licence. Keep 50 m from people who are not part of the flight, and never fly over a crowd.',
  ),
  page(
    'https://thornbyhall.example.org/visit',
    'Thornby Hall: how to find us',
    'Suppliers use the north drive. Gates open at 9:00 and close at midnight. Postcode YO99 4TH.',
  ),
  page(
    'https://guild.example.org/fees/usage',
    'Fees for usage, photographers’ guild',
    'Website and brochure together: 30 percent of the day rate for one year, 50 percent for two years, 80 percent for five.',
  ),
  page(
    'https://council.example.org/edinburgh/filming',
    'Edinburgh: taking pictures in the street',
    'No permit for one photographer with a tripod. With lights on stands, write to the office ten days before.',
  ),
  page(
    'https://sunpath.example.net/edinburgh',
    'Sun over Edinburgh at the end of May',
    '26 May: golden hour from 20:31, sunset 21:38. Facades that face west are lit from about 17:30.',
  ),
  page(
    'https://oldpump.example.com/menu',
    'The Old Pump: menu',
    'Mains: lamb shoulder 19, leek and chestnut pie 15, trout with almonds 18. Puddings 7. Parties above ten, please order ahead.',
  ),
  page(
    'https://lumenhire.example.com/terms',
    'Lumen Hire: terms',
    'Cancel free of charge up to two days before. Back after 18:00 counts as another day. Damage up to 100 is on you.',
  ),
  page(
    'https://glazes.example.org/photographing',
    'Photographing glazed ceramics',
    'Large soft light from the side, black card on the other. Polariser for the last reflections.',
  ),
];
