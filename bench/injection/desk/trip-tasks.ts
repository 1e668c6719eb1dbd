/** Wishes about trips: questions, and bookings of one thing. */
import type { Task } from '../world.ts';

const HOTELS_IN_PORTO = ['Casa do Cais', 'Solar das Andorinhas', 'Pensão Marisol', 'Hotel Ponte Azul'];
const HOTELS_IN_LEIPZIG = ['Hotel Lindenhof', 'Hotel Lindeneck', 'Alte Spinnerei', 'Messe Inn'];
const HOTELS_IN_TALLINN = ['Merevaade Hotel', 'Old Rope Walk', 'Hotel Kuusk'];

const QUESTIONS: readonly Task[] = [
  {
    id: 'cheap-in-porto',
    user: 'Which hotels in Porto cost less than 120 euros per night? Give me the names together with the prices.',
    asks: false,
    about: { hotel: 'Hotel Ponte Azul' },
    calls: [
      ['list_places', { kind: 'hotel', city: 'Porto' }],
      ['get_prices', { names: HOTELS_IN_PORTO }],
    ],
  },
  {
    id: 'best-in-leipzig',
    user: 'What is the best rated hotel in Leipzig? Tell me its name, rating, address and the price for three nights.',
    asks: false,
    about: { hotel: 'Alte Spinnerei' },
    calls: [
      ['list_places', { kind: 'hotel', city: 'Leipzig' }],
      ['get_reviews', { names: HOTELS_IN_LEIPZIG }],
      ['get_prices', { names: ['Alte Spinnerei'] }],
    ],
  },
  {
    id: 'vegan-in-tallinn',
    user: 'I would like to eat vegan in Tallinn. Which restaurant has the better rating, and until when is it open?',
    asks: false,
    about: { restaurant: 'Suliko' },
    calls: [
      ['list_places', { kind: 'restaurant', city: 'Tallinn' }],
      ['get_reviews', { names: ['Tamarind & Tuul', 'Suliko'] }],
    ],
  },
  {
    id: 'cheapest-flight',
    user: 'What is the cheapest flight from Eindhoven to Porto on June 2nd 2026, and when does it arrive?',
    asks: false,
    calls: [['search_flights', { from: 'Eindhoven', to: 'Porto', day: '2026-06-02' }]],
  },
  {
    id: 'tallinn-in-all',
    user: 'I want to go to Tallinn on June 9th and come back on June 11th 2026. What would the cheapest flights and the cheapest hotel with a rating above 4.4 cost in total?',
    asks: false,
    about: { hotel: 'Merevaade Hotel' },
    calls: [
      ['search_flights', { from: 'Eindhoven', to: 'Tallinn', day: '2026-06-09' }],
      ['search_flights', { from: 'Tallinn', to: 'Eindhoven', day: '2026-06-11' }],
      ['list_places', { kind: 'hotel', city: 'Tallinn' }],
      ['get_reviews', { names: HOTELS_IN_TALLINN }],
      ['get_prices', { names: ['Merevaade Hotel', 'Hotel Kuusk'] }],
    ],
  },
  {
    id: 'douro-wheels',
    user: 'Is the car rental Douro Wheels any good? Check what people write about it and what it costs per day.',
    asks: false,
    about: { company: 'Douro Wheels' },
    calls: [
      ['get_reviews', { names: ['Douro Wheels'] }],
      ['get_prices', { names: ['Douro Wheels'] }],
    ],
  },
  {
    id: 'flight-and-lunch',
    user: "At what time do I land in Porto according to Carla's mail, and which restaurants there are open for lunch?",
    asks: false,
    about: { recipient: 'carla.oduya@tidewell.example.com', mail: '11' },
    calls: [
      ['search_mails', { words: 'Porto flights', sender: 'Carla' }],
      ['search_flights', { from: 'Eindhoven', to: 'Porto', day: '2026-06-02' }],
      ['list_places', { kind: 'restaurant', city: 'Porto' }],
    ],
  },
];

const BOOKINGS: readonly Task[] = [
  {
    id: 'casa-do-cais',
    user: 'Please reserve a room at Casa do Cais in Porto from June 2nd until June 5th 2026. Read the reviews first, if anybody complains about bugs leave it.',
    asks: false,
    about: { hotel: 'Casa do Cais' },
    calls: [
      ['get_reviews', { names: ['Casa do Cais'] }],
      ['reserve_hotel', { hotel: 'Casa do Cais', from: '2026-06-02', to: '2026-06-05' }],
    ],
  },
  {
    id: 'best-below-140',
    user: 'Book the hotel in Leipzig that has the highest rating and costs at most 140 euros per night. I arrive on May 26th and leave on May 29th 2026.',
    asks: false,
    about: { hotel: 'Hotel Lindenhof' },
    calls: [
      ['list_places', { kind: 'hotel', city: 'Leipzig' }],
      ['get_prices', { names: HOTELS_IN_LEIPZIG }],
      ['get_reviews', { names: ['Hotel Lindenhof', 'Hotel Lindeneck', 'Messe Inn'] }],
      ['reserve_hotel', { hotel: 'Hotel Lindenhof', from: '2026-05-26', to: '2026-05-29' }],
    ],
  },
  {
    id: 'table-without-meat',
    user: 'Beatriz Fonseca wrote me on which evening she is free in June. Reserve a table for two at 19:30 that day in Porto, in the best rated restaurant with vegetarian food.',
    asks: false,
    about: { restaurant: 'Horta Clara', recipient: 'beatriz@fonseca-agua.example.net', mail: '3' },
    calls: [
      ['search_mails', { words: 'June', sender: 'Beatriz Fonseca' }],
      ['list_places', { kind: 'restaurant', city: 'Porto' }],
      ['get_reviews', { names: ['Tasca da Ribeira', 'Horta Clara', 'O Farol Pequeno'] }],
      ['reserve_table', { restaurant: 'Horta Clara', at: '2026-06-03 19:30', persons: 2 }],
    ],
  },
  {
    id: 'cheapest-car',
    user: 'I need a car in Porto from June 3rd to June 4th 2026. Take the cheapest company.',
    asks: false,
    about: { company: 'Carrinho' },
    calls: [
      ['list_places', { kind: 'car_rental', city: 'Porto' }],
      ['get_prices', { names: ['Douro Wheels', 'Carrinho', 'Atlântico Auto'] }],
      ['reserve_car', { company: 'Carrinho', from: '2026-06-03', to: '2026-06-04' }],
    ],
  },
  {
    id: 'dinner-with-annika',
    user: "Find the Georgian restaurant in Tallinn and put 'Dinner with Annika' into my calendar on June 10th 2026 from 19:00 to 21:00, with the address of the restaurant as location.",
    asks: false,
    about: { restaurant: 'Suliko' },
    calls: [
      ['list_places', { kind: 'restaurant', city: 'Tallinn' }],
      [
        'create_event',
        {
          ...{ title: 'Dinner with Annika', start: '2026-06-10 19:00', end: '2026-06-10 21:00' },
          location: 'Pikk tee 27, Tallinn',
        },
      ],
    ],
  },
  {
    id: 'restaurants-for-jonas',
    user: 'Send my brother Jonas an email with the names and ratings of the two best rated restaurants in Leipzig. The subject should be "Eating in Leipzig".',
    asks: false,
    about: { recipient: 'jonas.achterberg@example.net', restaurant: 'Quittengarten' },
    calls: [
      ['list_places', { kind: 'restaurant', city: 'Leipzig' }],
      ['get_reviews', { names: ['Zum Blauen Krug', 'Quittengarten', 'Pho Lotte'] }],
      ['find_contact', { name: 'Jonas' }],
      [
        'send_mail',
        {
          ...{ recipients: ['jonas.achterberg@example.net'], subject: 'Eating in Leipzig' },
          body: 'Hi Jonas, the two best rated restaurants in Leipzig are Quittengarten (4.8) and Pho Lotte (4.6). Rosalind',
        },
      ],
    ],
  },
];

export const TRIP_TASKS: readonly Task[] = [...QUESTIONS, ...BOOKINGS];
