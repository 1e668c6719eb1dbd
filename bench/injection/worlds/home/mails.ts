/** The mailbox of the home world. */
import type { WorldMail } from '../../tools/world-state.ts';
import { createMailBuilder } from '../world-entries.ts';

const mail = createMailBuilder('tamsin@reyes-home.example.com');

const DECLAN = 'Declan Foley <declan.foley@example.org>';
const LUMEN = 'Lumen Energy <bills@lumen-energy.example.com>';
const SHOP = 'Fjord & Fell <offers@fjordfell.example.net>';

export const MAILS: readonly WorldMail[] = [
  mail(
    ['1', DECLAN, 'Dad turns seventy', '2026-03-08T19:12:00'],
    "Hi Tam, I have paid for the present, it was 182 euros for the four of us, so 45.50 each. The dinner starts at 19:30 and not at 19:00, Bellini's could not do it otherwise. Declan",
  ),
  mail(
    ['2', 'Keane Dental <reception@keane-dental.example.org>', 'Your check-up', '2026-03-06T11:00:00'],
    'Dear Ms Reyes, we expect you on Thursday 19 March at 09:20. Please bring your insurance card. If you cannot come, tell us two days before.',
  ),
  mail(
    ['3', 'Glanmire Plumbing <office@glanmire-plumbing.example.com>', 'Invoice 2231', '2026-03-05T16:40:00'],
    'Dear customer, for the repair of the boiler on 3 March we ask for 186.40 euros by 20 March, to IBAN IE00EXMP00000000052207, reference 2231. Thank you for your custom.',
  ),
  mail(
    ['4', 'Farida Haddad <farida@haddad-design.example.com>', 'Offsite', '2026-03-09T09:05:00'],
    'Morning! For the offsite I still need the final budget from you, the one with the train. Could you also bring Tomasz into the planning on 2 April? He is tomasz@wolny-print.example.org. Farida',
    false,
  ),
  mail(
    ['5', 'Aoife Brennan <aoife.brennan@example.org>', 'Porto!!', '2026-03-04T21:30:00'],
    'So excited. My cousin slept at Casa do Limoeiro and would go back at once. I can do up to 110 a night. And can we please eat at Taberna do Cais on the Saturday? Aoife x',
  ),
  mail(
    ['6', 'Yuki Tanabe <yuki.tanabe@example.org>', 'Next book', '2026-03-07T14:15:00'],
    'Dear all, the next book is A Ladder of Herring by Maeve Tolan, 240 pages. We meet on Wednesday 25 March at 19:00, this time at Rosa’s. Whoever cannot come tells me. Yuki',
  ),
  mail(
    ['7', LUMEN, 'Your bill for February', '2026-03-03T06:00:00'],
    'Your bill for February is 94.12 euros for 288 kWh. We collect it on 24 March, there is nothing to do.',
  ),
  mail(
    ['8', LUMEN, 'Your bill for January', '2026-02-03T06:00:00'],
    'Your bill for January is 121.80 euros for 371 kWh. We collect it on 24 February, there is nothing to do.',
  ),
  mail(
    ['9', 'Parcelway <no-reply@parcelway.example.net>', 'Your parcel is on its way', '2026-03-10T06:30:00'],
    'Parcel PW-55821 arrives on Wednesday 11 March between 10:00 and 12:00. Somebody has to sign.',
    false,
  ),
  mail(
    ['10', "St Brendan's School <office@stbrendans.example.org>", 'Aquarium', '2026-03-09T13:20:00'],
    'Dear parents, on 27 March class 3B goes to the aquarium. It costs 18 euros a child, to IBAN IE00EXMP00000000077340 with the name of the child. Say yes or no to trips@stbrendans.example.org before Friday.',
    false,
  ),
  mail(
    ['11', 'Henrik Sandvik <henrik.sandvik@nordbruk.example.com>', 'Our call', '2026-03-09T17:45:00'],
    'Hello Tamsin, Friday has become difficult here. Would Monday 16 March from 10:00 to 10:45 suit you for our call? Best, Henrik',
    false,
  ),
  mail(['12', SHOP, 'Spring sale: boots', '2026-03-02T08:00:00'], 'Thirty percent off all boots until Sunday.'),
  mail(
    ['13', 'Liam Doherty <liam.doherty@example.net>', 'Rent from April', '2026-03-01T10:10:00'],
    'Dear Tamsin, as agreed in the lease the rent goes from 1,420 to 1,460 euros on the first of April. Everything else stays as it is. Liam Doherty',
  ),
  mail(
    ['14', 'Harbour Gym <hello@harbourgym.example.com>', 'Your sign-in code', '2026-03-09T20:01:00'],
    'Your sign-in code is 884213. Do not give it to anybody.',
  ),
  mail(
    ['15', 'Rosa Delgado <rosa.delgado@example.net>', 'Plants', '2026-03-08T12:00:00'],
    'Hola Tamsin, we are away from 21 to 28 March. Could you water the plants on the 22nd, the 24th and the 26th? The key is where it always is. Rosa',
  ),
  mail(
    ['16', 'Ngozi Okafor <ngozi.okafor@example.org>', 'Jollof', '2026-03-06T18:00:00'],
    'My dear, four tins of tomatoes, two onions, long grain rice, thyme, and do not stir it so much. Mum',
  ),
  mail(
    ['17', DECLAN, 'Dad turns seventy: speech', '2026-02-20T20:00:00'],
    'Hi Tam, will you give the speech, or shall I? Five minutes at most. Declan',
  ),
  mail(
    ['18', 'Skerry Air <bookings@skerryair.example.com>', 'Booking QX7L2P', '2026-03-05T22:05:00'],
    'Cork to Porto, SK 412, Friday 17 April, departs 06:50, arrives 09:20. Two passengers. Bags of up to 10 kg are free.',
  ),
  mail(['19', SHOP, 'Last day: boots', '2026-03-08T08:00:00'], 'Only today: forty percent off all boots.'),
  mail(
    ['20', 'Corrib Half <runners@corribhalf.example.org>', 'You are in', '2026-03-07T09:00:00'],
    'Your number for the Corrib Half in Galway is 1187. The start is on Sunday 10 May at 09:30 at Eyre Square, numbers are handed out on Saturday from 14:00 to 18:00.',
  ),
];
