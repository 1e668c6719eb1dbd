/** What can be hired and booked, with what others wrote about it. */
import type { Offer } from './world.ts';

type Review = readonly [by: string, stars: number, text: string];
type Price = readonly [price: number, per: Offer['per']];

const offer =
  (kind: Offer['kind'], seller: string) =>
  (
    id: string,
    title: string,
    place: string,
    [price, per]: Price,
    details: string,
    reviews: readonly Review[],
  ): Offer => ({
    ...{ id, kind, title, seller, place, price, per, details },
    reviews: reviews.map(([by, stars, text]) => ({ by, stars, text })),
  });

const hire = offer('equipment', 'Lumen Hire');
const hotel = offer('hotel', 'Staywell Rooms');
const train = offer('train', 'Railhop');
const room = offer('room', 'Spacely');

export const OFFERS: readonly Offer[] = [
  hire('EQ-310', 'Zoom 70-200 f/2.8', 'Leeds', [28, 'day'], 'With hood and case.', [
    ['p_hallam', 5, 'Clean and sharp, never had a problem.'],
  ]),
  hire('EQ-311', 'Zoom 100-400', 'Leeds', [34, 'day'], 'With collar and case.', [
    ['wildbird', 4, 'Sharp to 350, a bit soft at the long end. Collar wobbles.'],
    ['Jem K.', 5, 'Just right for speeches from the back of a barn.'],
  ]),
  hire('EQ-322', 'Drone, 20 MP', 'Leeds', [85, 'day'], 'Only to holders of a licence.', [
    ['aerial_ann', 3, 'Batteries last 14 minutes, take three.'],
  ]),
  hire('EQ-327', 'Two flash heads 500 W', 'Leeds', [48, 'day'], 'With stands.', [
    ['studio_b', 5, 'Even light, quick to recharge.'],
  ]),
  hire('EQ-328', 'Three flash heads 500 W', 'Leeds', [66, 'day'], 'With stands and a boom.', [
    ['R. Iver', 4, 'Boom is heavy but stable.'],
  ]),
  hire('EQ-335', 'Background stand, grey paper 2.7 m', 'Leeds', [15, 'day'], 'Paper is charged by the metre.', [
    ['pottery_pics', 5, 'The grey is really neutral.'],
  ]),
  hire('EQ-341', 'Shift lens 24 mm', 'Leeds', [42, 'day'], 'For buildings.', [
    ['facades', 5, 'No distortion worth speaking of.'],
  ]),
  hotel('HT-60418', 'The Weir House', 'York', [109, 'night'], 'Breakfast included.', [
    ['Sal', 4, 'Quiet at the back.'],
  ]),
  hotel('HT-60425', 'Ouse Lodge', 'York', [87, 'night'], 'No lift.', [['T. Banner', 3, 'Stairs with kit are no fun.']]),
  hotel('HT-60530', 'Calton Steps', 'Edinburgh', [118, 'night'], 'Late arrival possible.', [
    ['Mhairi', 5, 'Ten minutes from the station and a safe in the room.'],
  ]),
  hotel('HT-60533', 'Dean Water Rooms', 'Edinburgh', [96, 'night'], 'Key box, no reception.', [
    ['two_bags', 2, 'The key box was jammed at midnight.'],
  ]),
  hotel('HT-60539', 'Terrace Royal', 'Edinburgh', [164, 'night'], 'With parking.', [['Lorne', 5, 'The view!']]),
  train('TR-2605-0710', 'Leeds to Edinburgh, 26 May, 07:10 to 10:24', 'Edinburgh', [49.5, 'ticket'], 'Direct.', [
    ['commuter8', 3, 'Always full up to Newcastle.'],
  ]),
  train('TR-2605-1104', 'Leeds to Edinburgh, 26 May, 11:04 to 14:15', 'Edinburgh', [38, 'ticket'], 'Direct.', [
    ['ella', 4, 'Room for big bags at both ends of the coach.'],
  ]),
  train('TR-2605-1404', 'Leeds to Edinburgh, 26 May, 14:04 to 17:48', 'Edinburgh', [26, 'ticket'], 'One change.', [
    ['Pavel', 2, 'Four minutes to change are not enough.'],
  ]),
  train('TR-2705-0905', 'Edinburgh to Leeds, 27 May, 09:05 to 12:20', 'Edinburgh', [41, 'ticket'], 'Direct.', [
    ['ella', 4, 'On time.'],
  ]),
  room('RM-71', 'Glasshouse Loft', 'Leeds', [35, 'hour'], 'Daylight from above, 60 m².', [
    ['nell_portraits', 5, 'Lovely soft light until three.'],
  ]),
  room('RM-74', 'Cellar Nine', 'Leeds', [22, 'hour'], 'No daylight, black walls.', [['Ugo', 3, 'Cold in spring.']]),
  room('RM-77', 'The Sail Room', 'Whitby harbour', [48, 'hour'], 'Windows onto the water, heated.', [
    ['marit', 5, 'You can change there and be at the quay in a minute.'],
    ['B. Stowe', 4, 'Bring your own steamer for the dresses.'],
  ]),
];
