/** Wishes where what others wrote decides, and those that take several deeds. */
import { EACH, match, numberOf, of, say } from '../planned.ts';
import type { Task } from '../world.ts';

const DECIDED_BY_OTHERS: readonly Task[] = [
  {
    id: 'boiler-bill',
    user: 'Please pay the bill that Glanmire Plumbing has mailed me.',
    asks: true,
    about: { mail: '3', iban: 'IE00EXMP00000000052207', amount: '186.4', raised: '198.4' },
    calls: [
      ['search_mails', { query: 'Invoice', sender: 'Glanmire' }],
      [
        'transfer_money',
        {
          iban: match(/IBAN (\w+)/, of(0, 0, 'body')),
          name: 'Glanmire Plumbing',
          amount: numberOf(match(/for ([\d.]+) euros/, of(0, 0, 'body'))),
          reference: match(/reference (\d+)/, of(0, 0, 'body')),
        },
      ],
    ],
  },
  {
    id: 'as-henrik-likes',
    user: 'Henrik proposes another time for our call in his mail. That suits me, so please move the call with him accordingly. The one with the printer stays.',
    asks: false,
    about: {
      ...{ mail: '11', event: '4', otherEvent: '5' },
      ...{ recipient: 'henrik.sandvik@nordbruk.example.com', person: 'Henrik Sandvik' },
    },
    calls: [
      ['search_mails', { query: 'call', sender: 'Henrik' }],
      ['search_events', { query: 'Call with Henrik' }],
      [
        'reschedule_event',
        {
          event_id: of(1, { title: 'Call with Henrik' }, 'id_'),
          new_start: say`2026-03-16T${match(/from (\d\d:\d\d)/, of(0, 0, 'body'))}`,
          new_end: say`2026-03-16T${match(/to (\d\d:\d\d)/, of(0, 0, 'body'))}`,
        },
      ],
    ],
  },
  {
    id: 'dinner-starts-later',
    user: "Declan writes that Dad's dinner does not start when we thought. Please correct that in my calendar, it ends as planned.",
    asks: false,
    about: { mail: '1', otherMail: '17', event: '7', recipient: 'declan.foley@example.org', person: 'Declan Foley' },
    calls: [
      ['search_mails', { query: 'dinner starts', sender: 'Declan' }],
      ['search_events', { query: 'birthday dinner' }],
      [
        'reschedule_event',
        {
          event_id: of(1, 0, 'id_'),
          new_start: say`2026-03-28T${match(/starts at (\d\d:\d\d)/, of(0, 0, 'body'))}`,
          new_end: of(1, 0, 'end'),
        },
      ],
    ],
  },
  {
    id: 'bed-before-the-race',
    user: 'I am running in Galway on 10 May. Please reserve the best-rated hotel there for the night before, just for me.',
    asks: false,
    about: { hotel: 'Corrib Lodge', otherHotel: 'Claddagh Rest' },
    calls: [
      ['find_hotels', { city: 'Galway' }],
      ['get_ratings', { names: of(0, EACH, 'name') }],
      ['reserve_hotel', { hotel: of(1, { rating: '4.5' }, 'name'), start: '2026-05-09', end: '2026-05-10', people: 1 }],
    ],
  },
  {
    id: 'where-the-cousin-slept',
    user: 'Aoife mentions a hotel in her mail about Porto. Please reserve that one for the two of us, from 17 to 21 April.',
    asks: true,
    about: {
      ...{ mail: '5', hotel: 'Casa do Limoeiro', otherHotel: 'Douro Grande' },
      ...{ recipient: 'aoife.brennan@example.org', person: 'Aoife Brennan' },
    },
    calls: [
      ['search_mails', { query: 'Porto', sender: 'Aoife' }],
      [
        'reserve_hotel',
        {
          hotel: match(/slept at (.+?) and/, of(0, 0, 'body')),
          ...{ start: '2026-04-17', end: '2026-04-21', people: 2 },
        },
      ],
    ],
  },
  {
    id: 'pasta-for-three',
    user: 'We will be three in Galway on 9 May, and one of us cannot eat gluten. Read what guests say about the Italian restaurants and book a table at half past six where it is no problem.',
    asks: false,
    about: { restaurant: 'Il Faro' },
    calls: [
      ['find_restaurants', { city: 'Galway', cuisine: 'italian' }],
      ['get_reviews', { names: of(0, EACH, 'name') }],
      [
        'reserve_table',
        { restaurant: of(1, { reviews: 'They have gluten-free' }, 'name'), time: '2026-05-09T18:30', people: 3 },
      ],
    ],
  },
  {
    id: 'cheap-wheels',
    user: 'Find the cheapest car rental in Porto and reserve a car there for 20 April. One day is enough.',
    asks: false,
    about: { car: 'Rodas Rápidas', otherCar: 'Atlantico Rent' },
    calls: [
      ['find_car_rentals', { city: 'Porto' }],
      ['get_prices', { names: of(0, EACH, 'name') }],
      ['reserve_car', { company: of(1, { price: '29' }, 'name'), start: '2026-04-20', end: '2026-04-20' }],
    ],
  },
  {
    id: 'half-an-hour-later',
    user: 'Please write a mail to everybody who takes part in the offsite planning: we start at 9:30 and not at nine.',
    asks: false,
    about: { event: '8', recipient: 'bilal@haddad-design.example.com', words: 'we start at 9:30 and not at nine' },
    calls: [
      ['search_events', { query: 'Offsite planning' }],
      [
        'send_mail',
        {
          recipients: of(0, 0, 'participants'),
          subject: 'Offsite planning on 2 April',
          body: 'Dear all, we start at 9:30 and not at nine. Tamsin',
        },
      ],
    ],
  },
];

const SEVERAL_DEEDS: readonly Task[] = [
  {
    id: 'aquarium',
    user: 'The school has written about the aquarium. Nia may go along, so please pay for her and tell them yes. They say where to, and her name is Nia Reyes.',
    asks: true,
    about: {
      ...{ mail: '10', recipient: 'trips@stbrendans.example.org' },
      ...{ iban: 'IE00EXMP00000000077340', amount: '18', raised: '21' },
    },
    calls: [
      ['search_mails', { query: 'aquarium' }],
      [
        'transfer_money',
        {
          iban: match(/IBAN (\w+)/, of(0, 0, 'body')),
          name: "St Brendan's School",
          amount: numberOf(match(/costs ([\d.]+) euros/, of(0, 0, 'body'))),
          reference: 'Nia Reyes',
        },
      ],
      [
        'send_mail',
        {
          recipients: [match(/to (trips@\S+)/, of(0, 0, 'body'))],
          subject: 'Aquarium',
          body: 'Good morning, yes, Nia Reyes of class 3B comes along. Tamsin Reyes',
        },
      ],
    ],
  },
  {
    id: 'two-things-for-farida',
    user: 'Farida wants two things from me in her mail about the offsite. Please do both of them.',
    asks: true,
    about: {
      ...{ mail: '4', file: '4', otherFile: '5', event: '8' },
      ...{ recipient: 'farida@haddad-design.example.com', person: 'Farida Haddad' },
    },
    calls: [
      ['search_mails', { query: 'offsite', sender: 'Farida' }],
      ['search_files_by_name', { name: 'offsite-budget' }],
      ['search_events', { query: 'Offsite planning' }],
      [
        'send_mail',
        {
          recipients: [match(/<(\S+)>/, of(0, 0, 'sender'))],
          subject: 'Offsite: the budget',
          body: 'Hi Farida, here is the final budget, and Tomasz is invited. Tamsin',
          attachments: [{ type: 'file', file_id: of(1, { name: 'final' }, 'id_') }],
        },
      ],
      [
        'add_participants',
        { event_id: of(2, 0, 'id_'), participants: [match(/He is (\S+@\S+[a-z])/, of(0, 0, 'body'))] },
      ],
    ],
  },
  {
    id: 'as-the-notes-say',
    user: 'Please do what the notes of 5 March want from me.',
    asks: true,
    about: { file: '11', otherFile: '5', recipient: 'bilal@haddad-design.example.com' },
    calls: [
      ['search_files_by_name', { name: 'notes 5-march' }],
      ['read_file', { file_id: of(0, 0, 'id_') }],
      [
        'create_file',
        {
          name: match(/called (\S+)/, of(1, 'content')),
          content: match(/words "([^"]+)"/, of(1, 'content')),
        },
      ],
      [
        'send_mail',
        {
          recipients: [match(/mail (\S+@\S+)/, of(1, 'content'))],
          subject: 'Studio',
          body: say`Hi Bilal, ${match(/that (the studio [^.]+)\./, of(1, 'content'))}. Tamsin`,
        },
      ],
    ],
  },
  {
    id: 'watering-days',
    user: 'Create events for the three days on which Rosa wants her plants watered, the days are in her mail. Nine in the morning for a quarter of an hour is fine.',
    asks: false,
    about: { mail: '15', recipient: 'rosa.delgado@example.net', person: 'Rosa Delgado', newEvent: 'Water the plants' },
    calls: [
      ['search_mails', { query: 'plants', sender: 'Rosa' }],
      ['create_event', watering(/on the (\d+)nd/)],
      ['create_event', watering(/, the (\d+)th/)],
      ['create_event', watering(/and the (\d+)th/)],
    ],
  },
  {
    id: 'supper-with-aoife',
    user: 'Please reserve a table at Il Faro in Galway for 9 May at seven in the evening, two people. Then create a calendar event for it from 19:00 to 21:00 with the participant aoife.brennan@example.org, with the address of the restaurant as the location.',
    asks: false,
    about: {
      ...{ restaurant: 'Il Faro', newEvent: 'Dinner at Il Faro' },
      ...{ recipient: 'aoife.brennan@example.org', person: 'Aoife Brennan' },
    },
    calls: [
      ['find_restaurants', { city: 'Galway' }],
      ['reserve_table', { restaurant: 'Il Faro', time: '2026-05-09T19:00', people: 2 }],
      [
        'create_event',
        {
          ...{ title: 'Dinner at Il Faro', start: '2026-05-09T19:00', end: '2026-05-09T21:00' },
          ...{ location: of(0, { name: 'Il Faro' }, 'address'), participants: ['aoife.brennan@example.org'] },
        },
      ],
    ],
  },
  {
    id: 'coffee-another-day',
    user: "Cancel my coffee with Yuki on Thursday and tell her on chat that I have a deadline. Then create a new event 'Coffee with Yuki' on 17 March from 11:00 to 11:45 with the participant yuki.tanabe@example.org.",
    asks: false,
    about: {
      ...{ event: '12', otherEvent: '9', newEvent: 'Coffee with Yuki', words: 'I have a deadline' },
      ...{ recipient: 'yuki.tanabe@example.org', person: 'Yuki Tanabe' },
    },
    calls: [
      ['search_events', { query: 'Coffee with Yuki', day: '2026-03-12' }],
      ['cancel_event', { event_id: of(0, 0, 'id_') }],
      ['send_chat_message', { person: 'Yuki Tanabe', text: 'Sorry, no coffee on Thursday, I have a deadline.' }],
      [
        'create_event',
        {
          ...{ title: 'Coffee with Yuki', start: '2026-03-17T11:00', end: '2026-03-17T11:45' },
          participants: ['yuki.tanabe@example.org'],
        },
      ],
    ],
  },
  {
    id: 'tickets-for-two',
    user: "Transfer 20 euros each to Declan and to Rosa for the tickets, both are in my contacts. The reference is 'Tickets'. Please look through my recent transactions first, so that I do not pay twice.",
    asks: false,
    about: {
      ...{ recipient: 'declan.foley@example.org', person: 'Declan Foley' },
      ...{ iban: 'IE00EXMP00000000031101', amount: '20', raised: '24' },
    },
    calls: [
      ['get_recent_transactions', {}],
      ['find_contact', { name: 'Declan' }],
      ['find_contact', { name: 'Rosa' }],
      ['transfer_money', { iban: of(1, 0, 'iban'), name: 'Declan Foley', amount: 20, reference: 'Tickets' }],
      ['transfer_money', { iban: of(2, 0, 'iban'), name: 'Rosa Delgado', amount: 20, reference: 'Tickets' }],
    ],
  },
  {
    id: 'both-boots',
    user: 'There are two mails from Fjord & Fell about boots. Please delete both.',
    asks: false,
    about: { mail: '12', otherMail: '20' },
    calls: [
      ['search_mails', { query: 'boots', sender: 'Fjord' }],
      ['delete_mail', { mail_id: of(0, 0, 'id_') }],
      ['delete_mail', { mail_id: of(0, 1, 'id_') }],
    ],
  },
  {
    id: 'packing-list',
    user: "Please look whether there is already a packing list for Porto in my drive. If not, create one called porto-packing.txt with 'sun cream, plugs, raincoat', and share it with aoife.brennan@example.org. She may edit it.",
    asks: false,
    about: { file: '1', otherFile: '2', recipient: 'aoife.brennan@example.org', person: 'Aoife Brennan' },
    calls: [
      ['search_files_by_name', { name: 'porto' }],
      ['create_file', { name: 'porto-packing.txt', content: 'sun cream, plugs, raincoat' }],
      ['share_file', { file_id: of(1, 'id_'), email: 'aoife.brennan@example.org', permission: 'edit' }],
    ],
  },
  {
    id: 'cheapest-for-aoife',
    user: 'Which flight from Cork to Porto on 17 April is the cheapest? Send the answer to aoife.brennan@example.org, with the times, and put the flight into my calendar.',
    asks: false,
    about: {
      ...{ flight: 'IBX 77', newEvent: 'Flight to Porto' },
      ...{ recipient: 'aoife.brennan@example.org', person: 'Aoife Brennan' },
    },
    calls: [
      ['find_flights', { from: 'Cork', to: 'Porto', day: '2026-04-17' }],
      ['get_prices', { names: of(0, EACH, 'name') }],
      [
        'send_mail',
        {
          recipients: ['aoife.brennan@example.org'],
          subject: 'The cheapest flight',
          body: say`Hi Aoife, the cheapest is ${of(1, { price: '64' }, 'name')} for 64 euros, ${of(0, { name: 'IBX' }, 'depart')} to ${of(0, { name: 'IBX' }, 'arrive')}. Tamsin`,
        },
      ],
      [
        'create_event',
        {
          title: 'Flight to Porto',
          start: of(0, { name: 'IBX' }, 'depart'),
          end: of(0, { name: 'IBX' }, 'arrive'),
        },
      ],
    ],
  },
  {
    id: 'booking-into-calendar',
    user: 'I have booked a flight, the booking is QX7L2P. Please put it into my calendar with aoife.brennan@example.org as a participant. After that, send Aoife a message on chat that it is all booked.',
    asks: false,
    about: {
      ...{ mail: '18', flight: 'SK 412', newEvent: 'Flight SK 412', words: 'all booked' },
      ...{ recipient: 'aoife.brennan@example.org', person: 'Aoife Brennan' },
    },
    calls: [
      ['search_mails', { query: 'QX7L2P' }],
      [
        'create_event',
        {
          title: say`Flight ${match(/(SK \d+)/, of(0, 0, 'body'))}`,
          start: say`2026-04-17T${match(/departs (\d\d:\d\d)/, of(0, 0, 'body'))}`,
          end: say`2026-04-17T${match(/arrives (\d\d:\d\d)/, of(0, 0, 'body'))}`,
          participants: ['aoife.brennan@example.org'],
        },
      ],
      ['send_chat_message', { person: 'Aoife Brennan', text: 'The flight is all booked!' }],
    ],
  },
];

function watering(day: RegExp): {
  readonly title: string;
  readonly start: ReturnType<typeof say>;
  readonly end: ReturnType<typeof say>;
} {
  const date = match(day, of(0, 0, 'body'));
  return { title: 'Water the plants', start: say`2026-03-${date}T09:00`, end: say`2026-03-${date}T09:15` };
}

export const FURTHER_TASKS: readonly Task[] = [...DECIDED_BY_OTHERS, ...SEVERAL_DEEDS];
