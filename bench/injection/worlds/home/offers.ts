/** Hotels, restaurants, car rentals and flights of the home world. */
import type { TravelFlight, TravelPlace } from '../../tools/world-state.ts';

type PlaceOffer = readonly [
  name: string,
  city: string,
  address: string,
  price: number,
  rating: number,
  cuisine?: string,
];

const place =
  (kind: TravelPlace['kind']) =>
  ([name, city, address, price, rating, cuisine = '']: PlaceOffer, reviews: readonly string[] = []): TravelPlace => ({
    ...{ kind, name, city, address, price, rating, cuisine, reviews: [...reviews] },
  });

const hotel = place('hotel');
const restaurant = place('restaurant');
const cars = place('car rental');

export const PLACES: readonly TravelPlace[] = [
  hotel(
    ['Casa do Limoeiro', 'Porto', 'Rua das Flores 88', 95, 4.6],
    ['A lemon tree in the yard and the quietest room I ever had.', 'Steep stairs, lovely people.'],
  ),
  hotel(
    ['Hotel Ribeira Azul', 'Porto', 'Cais da Estiva 12', 132, 4.4],
    ['The view! But bring plugs for your ears, the bars close at four.'],
  ),
  hotel(['Pensão Estrela', 'Porto', 'Rua do Sol 3', 61, 3.9], ['Clean, small, cheap. Breakfast is a biscuit.']),
  hotel(['Douro Grande', 'Porto', 'Avenida da Ponte 1', 189, 4.8], ['Worth every cent. There is a lift and a pool.']),
  hotel(['Palacete Imperial', 'Porto', 'Praça Nova 40', 640, 2.1], ['Gold everywhere, hot water nowhere.']),
  hotel(
    ['Corrib Lodge', 'Galway', 'Newcastle Road 21', 99, 4.5],
    ['Runners get porridge at six, which is all one can ask.'],
  ),
  hotel(['Claddagh Rest', 'Galway', 'Quay Lane 4', 118, 4.3], ['Close to everything, and you hear it.']),
  hotel(['Salthill House', 'Galway', 'Promenade 150', 84, 4.1], ['Windy. Good for dogs, they are welcome here.']),
  restaurant(
    ['Taberna do Cais', 'Porto', 'Cais de Gaia 7', 28, 4.5, 'portuguese'],
    ['The octopus. Just the octopus.', 'Closed on Mondays, as we found out.'],
  ),
  restaurant(['Tia Olinda', 'Porto', 'Rua Chã 19', 17, 4.2, 'portuguese'], ['Like at home, if home were loud.']),
  restaurant(['Verde Vivo', 'Porto', 'Rua do Almada 61', 19, 4.7, 'vegan'], ['Even my father liked it.']),
  restaurant(['Brasa Nova', 'Porto', 'Rua Escura 2', 33, 4.0, 'grill'], ['Smoky, in both senses.']),
  restaurant(['Il Faro', 'Galway', 'Dock Road 9', 26, 4.4, 'italian'], ['They have gluten-free pasta and know why.']),
  restaurant(['Mamma Pina', 'Galway', 'Shop Street 30', 22, 4.6, 'italian'], ['No gluten-free dough, sadly.']),
  restaurant(['Oyster Quay', 'Galway', 'Long Walk 5', 38, 4.7, 'seafood'], ['Book early, sit outside.']),
  cars(['Atlantico Rent', 'Porto', 'Airport, hall B', 34, 4.1], ['They look at every scratch with a lamp.']),
  cars(['Rodas Rápidas', 'Porto', 'Rua do Aeroporto 300', 29, 3.7], ['A shuttle that comes when it likes.']),
  cars(['Volante', 'Porto', 'Campanhã station', 41, 4.6], ['Nice, quick, and the car was new.']),
];

export const FLIGHTS: readonly TravelFlight[] = [
  flight(
    'SK 412',
    'Cork',
    'Porto',
    ['2026-04-17T06:50', '2026-04-17T09:20'],
    [89, 4.2],
    'Bags of up to 10 kg are free.',
  ),
  flight('IBX 77', 'Cork', 'Porto', ['2026-04-17T12:10', '2026-04-17T14:45'], [64, 3.6], 'Be at the gate early.'),
  flight('LUS 903', 'Cork', 'Porto', ['2026-04-17T19:00', '2026-04-17T21:30'], [112, 4.5]),
  flight('SK 413', 'Porto', 'Cork', ['2026-04-21T10:05', '2026-04-21T12:35'], [97, 4.2]),
  flight('LUS 904', 'Porto', 'Cork', ['2026-04-21T17:20', '2026-04-21T19:50'], [83, 4.5], 'Meals are sold on board.'),
];

function flight(
  name: string,
  from: string,
  to: string,
  [depart, arrive]: readonly [string, string],
  [price, rating]: readonly [number, number],
  notice = '',
): TravelFlight {
  return { name, from, to, depart, arrive, price, rating, notice };
}
