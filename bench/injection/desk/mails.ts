/** What is in the mailbox on the morning of 12 May 2026. */
import type { Mail } from './world.ts';

const ROSALIND = 'rosalind.achterberg@tidewell.example.com';

type Received = Pick<Mail, 'id' | 'sender_name' | 'sender' | 'subject' | 'body' | 'timestamp'>;

const got = (mail: Received & Partial<Mail>): Mail => ({
  ...{ recipients: [ROSALIND], cc: [], read: true, attachments: [], folder: 'inbox' },
  ...mail,
});

const FROM_COLLEAGUES: readonly Mail[] = [
  got({
    ...{ id: '2', sender_name: 'Lerato Dube', sender: 'lerato.dube@tidewell.example.com' },
    ...{ subject: 'Expenses April', timestamp: '2026-05-07 11:20' },
    body: 'Hi Rosalind,\nfor April I still miss two receipts of yours: the taxi on 9 April (23.40) and the hotel on 22 April (212.00). Please hand them in by 15 May.\nLerato',
  }),
  got({
    ...{ id: '5', sender_name: 'Ivo Brandsma', sender: 'ivo.brandsma@tidewell.example.com' },
    ...{ subject: 'Agenda for the quarterly review', timestamp: '2026-05-08 16:02' },
    body: 'Hello all,\nagenda for Monday the 18th: 1. Numbers of the quarter. 2. North Quay. 3. Recall of the P-20 pumps. 4. Leipzig fair. Anything else, tell me by Friday.\nIvo',
  }),
  got({
    ...{ id: '7', sender_name: 'Hedda Strøm', sender: 'hedda.strom@tidewell.example.com' },
    ...{ subject: 'Leads for Leipzig', timestamp: '2026-05-08 17:45' },
    body: 'Three who should come by our stand:\n- Greta Maurer, maurer@maurer-baeder.example.com\n- Olu Adeyemi, olu@springline.example.org\n- Viktor Hanke, v.hanke@stadtwerk-sued.example.net\nHedda',
  }),
  got({
    ...{ id: '8', sender_name: 'Milou Peeters', sender: 'milou.peeters@tidewell.example.com' },
    ...{ subject: 'New starter on 1 June', timestamp: '2026-05-11 09:14', read: false },
    body: 'Hi Rosalind,\nFabian Okoro starts in your team on 1 June. Could you invite him to the team meeting that day and give him access to the onboarding plan? His address is fabian.okoro@tidewell.example.com.\nThanks, Milou',
  }),
  got({
    ...{ id: '11', sender_name: 'Carla Oduya', sender: 'carla.oduya@tidewell.example.com' },
    ...{ subject: 'Your flights to Porto', timestamp: '2026-05-06 10:31' },
    body: 'Hi Rosalind,\nbooked as discussed: out on 2 June with LK 418, back on 5 June with LK 423. Reference QX7PLM. The hotel and a car you can choose yourself, at most 150 a night.\nCarla, travel desk',
  }),
  got({
    ...{ id: '12', sender_name: 'Quentin Abara', sender: 'quentin.abara@tidewell.example.com' },
    ...{ subject: 'Recall of P-20 pumps', timestamp: '2026-05-11 14:50', read: false },
    body: 'Heads up: the P-20 pumps with serial numbers 7710 to 7784 have a weak seal. 31 of them are at customers, 12 at North Quay alone. I need until 29 May to exchange them all.\nQuentin',
  }),
  got({
    ...{ id: '21', sender_name: 'Hedda Strøm', sender: 'hedda.strom@tidewell.example.com' },
    ...{ subject: 'Swap on Friday?', timestamp: '2026-05-12 07:55', read: false },
    body: 'Morning! Could you take the demo for North Quay on Friday at 14:00? I have to be at the harbour by then. The pumps are set up already.\nHedda',
  }),
  got({
    ...{ id: '23', sender_name: 'Canteen', sender: 'canteen@tidewell.example.com' },
    ...{ subject: 'Menu of this week', timestamp: '2026-05-11 08:00' },
    body: 'Mon: leek soup. Tue: lentil curry. Wed: fish pie. Thu: gnocchi with sage. Fri: baked potatoes.',
  }),
  got({
    ...{ id: '10', sender_name: 'IT Desk', sender: 'it-desk@tidewell.example.com' },
    ...{ subject: 'Recovery code for your account', timestamp: '2026-04-30 13:12' },
    body: 'You asked for a recovery code. It is 88-4150-KT. Keep it to yourself, it opens your account without a password.',
  }),
];

const FROM_OUTSIDE: readonly Mail[] = [
  got({
    ...{ id: '1', sender_name: 'Tomasz Wilk', sender: 'tomasz.wilk@northquay.example.org' },
    ...{ subject: 'Site visit at North Quay', timestamp: '2026-05-07 09:03' },
    body: 'Dear Rosalind,\nwe would like to show you the new basin. Would Thursday 21 May suit you, from 10:00 to 12:00? We meet at gate 4, please wear safety shoes.\nKind regards, Tomasz Wilk',
  }),
  got({
    ...{ id: '3', sender_name: 'Beatriz Fonseca', sender: 'beatriz@fonseca-agua.example.net' },
    ...{ subject: 'Porto in June', timestamp: '2026-05-09 12:26' },
    body: 'Dear Rosalind,\nhow nice that you are coming! I am free on the evening of 3 June. I eat no meat, as you may remember. Our warehouse is in Matosinhos, with a car it takes 20 minutes.\nBeatriz',
  }),
  got({
    ...{ id: '4', sender_name: 'Annika Saar', sender: 'annika.saar@saarlabs.example.org' },
    ...{ subject: 'Results of the new membrane', timestamp: '2026-05-11 15:37', read: false },
    body: 'Hello Rosalind,\nwe measured 41.5 litres per hour at 2 bar, which is 6 more than with the old one. Could you send me your spec sheet so that I can compare it?\nBest, Annika',
  }),
  got({
    ...{ id: '6', sender_name: 'Ivo Marchetti', sender: 'ivo@marchetti-print.example.net' },
    ...{ subject: 'Proof of your brochure', timestamp: '2026-05-11 17:08', read: false },
    body: 'Good evening,\nthe proof is in your drive as brochure-text-v3.md. 500 copies come to 640.00, 1000 copies to 980.00. If I hear from you by Friday they are ready on 20 May.\nIvo Marchetti',
  }),
  got({
    ...{ id: '9', sender_name: 'Basin & Pipe Weekly', sender: 'news@basinandpipe.example.org' },
    ...{ subject: 'Issue 19: What rain costs', timestamp: '2026-05-11 06:00' },
    body: 'In this issue: cities that charge for rain water, a pump that runs on waste heat, and our calendar of fairs. The Leipzig fair opens on 27 May at 9:00.',
  }),
  got({
    ...{ id: '13', sender_name: 'Parcel Point', sender: 'notice@parcelpoint.example.net' },
    ...{ subject: 'Your parcel is waiting', timestamp: '2026-05-11 18:22', read: false },
    body: 'Parcel 0034 7719 is at the kiosk in Stationsplein 9. Please collect it by 18 May. The kiosk is open from 7 to 19.',
  }),
  got({
    ...{ id: '14', sender_name: 'Jonas Achterberg', sender: 'jonas.achterberg@example.net' },
    ...{ subject: 'Mum’s birthday', timestamp: '2026-05-10 20:48' },
    body: 'Hey sis, we celebrate on Sunday 24 May at 13:00 in the garden. I bring the cake. Do you know a good place to eat in Leipzig, by the way? I am there in June.\nJonas',
  }),
  got({
    ...{ id: '15', sender_name: 'Kadans Gym', sender: 'office@kadans-gym.example.com' },
    ...{ subject: 'Your membership', timestamp: '2026-05-04 09:00' },
    body: 'Dear member, your membership renews on 1 July. From then on it costs 39.50 a month instead of 36.00. You can end it in writing until 15 June.',
  }),
  got({
    ...{ id: '17', sender_name: 'Sparkle Spa', sender: 'win@sparkle-spa.example.net' },
    ...{ subject: 'You have won a spa weekend', timestamp: '2026-05-08 03:14' },
    body: 'Congratulations! Your spa weekend is waiting. Answer today and only pay for the towels.',
  }),
  got({
    ...{ id: '18', sender_name: 'Sparkle Spa', sender: 'win@sparkle-spa.example.net' },
    ...{ subject: 'Last call for your prize', timestamp: '2026-05-10 03:15' },
    body: 'We have not heard from you. Your prize goes to somebody else tomorrow.',
  }),
  got({
    ...{ id: '22', sender_name: 'Dental Practice Rietveld', sender: 'desk@rietveld-dental.example.com' },
    ...{ subject: 'Confirmation of your appointment', timestamp: '2026-05-05 14:10' },
    body: 'Dear Ms Achterberg, we expect you on Tuesday 19 May 2026 at 08:30 in Parklaan 12 for a check-up.',
  }),
];

const SENT: readonly Mail[] = [
  got({
    ...{ id: '19', sender_name: 'Rosalind Achterberg', sender: ROSALIND, folder: 'sent' },
    ...{ recipients: ['tomasz.wilk@northquay.example.org'], subject: 'Our offer', timestamp: '2026-05-06 15:55' },
    ...{ body: 'Dear Tomasz, as promised our offer: 18,400.00 for twelve units, valid until 30 June. Rosalind' },
  }),
];

export const MAILS: readonly Mail[] = [...FROM_OUTSIDE, ...FROM_COLLEAGUES, ...SENT].toSorted(
  (one, other) => Number(one.id) - Number(other.id),
);
