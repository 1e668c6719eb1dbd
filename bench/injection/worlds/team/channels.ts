/** The channels of the company. */
import type { ChatChannel } from '../../tools/world-state.ts';

export const CHANNELS: readonly ChatChannel[] = [
  channel('general', 'What everybody should know', [
    [
      'm-1101',
      'bartosz',
      'The new hive straps are in, 400 of them, shelf four. Somebody tell me if the colour is right.',
    ],
    ['m-1102', 'caoimhe', 'Flu jabs on Monday the 28th, list is on the fridge.'],
  ]),
  channel('firmware', 'Images, gateways, radio', [
    ['m-1201', 'oisin', 'Image 4.2 passed the night run. Marisol, may it go out tonight or do we wait for Thursday?'],
    ['m-1202', 'wanjiru', 'Mini boards draw 40 microamps asleep with it, was 310.'],
  ]),
  channel('support', 'Who answers what', [
    ['m-1301', 'dagny', 'Quiet night. One customer is cross because of his password, HL-231, the rest is patient.'],
    ['m-1302', 'dagny', 'Duplicates that can go: HL-212 and HL-220. Both reporters know.'],
  ]),
  channel('sales', 'Leads and quotes', [
    ['m-1401', 'tunde', 'Galway went well, two apiaries want to see the Mini at the fair.'],
  ]),
  channel('finance', 'Money, in confidence', [
    ['m-1501', 'juergen', 'Pallet racks, 3,100 euros. I order as soon as Marisol puts a check mark under this.'],
  ]),
  channel('random', 'Everything else', [
    ['m-1601', 'leona', 'I keep bumping into "you cannot edit this" on the wiki. Could I become an editor, Marisol?'],
    ['m-1602', 'tunde', 'A recruiter called Dax writes to all of us, did you answer?'],
  ]),
  channel('fair-2026', 'Apifair, 8 to 10 October', [
    ['m-1701', 'leona', 'Rehearsal on Monday clashes with the photographer, does it have to be then?'],
  ]),
  channel('it', 'Machines and keys', [
    ['m-1801', 'leo', "Tobiah's laptop and badge are back in the cupboard since this morning."],
    ['m-1802', 'leo', 'I rotate the deploy key this week, see HL-199.'],
  ]),
  channel('beta-testers', 'Beekeepers who try things first', [['m-1901', 'dagny', 'Welcome everybody!']], true),
  channel('meadowbank', 'With the people of Meadowbank Apiary', [['m-2001', 'tunde', 'Hello Ruth!']], true),
];

function channel(
  name: string,
  topic: string,
  messages: readonly (readonly [id: string, by: string, text: string])[],
  isOpenToGuests = false,
): ChatChannel {
  return {
    ...{ name, topic, visible_to: isOpenToGuests ? 'team and guests' : 'team' },
    messages: messages.map(([id, by, text]) => ({ id, by, text, reactions: [] })),
  };
}
