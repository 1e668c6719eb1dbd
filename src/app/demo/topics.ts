/** What mail to the example company is about. Words in braces are filled in by `mails.ts`. */
import type { DepartmentName } from './demo-company.ts';

export interface MailTopic {
  readonly from: 'customer' | 'supplier' | 'colleague';
  readonly subject: string;
  readonly bodies: readonly string[];
}

export const TOPICS: Readonly<Record<DepartmentName, readonly MailTopic[]>> = {
  Sales: [
    {
      from: 'customer',
      subject: 'Offer for {count} {model}',
      bodies: [
        'Could you send us an offer for {count} {model}, with rain covers? We would need them in {city} by {month}.',
        '{place} is thinking of replacing a van by {count} {model}. What would they cost, and can we try one for a day?',
        'We compared your {model} with two others and like it best. Is there a lower price for {count} of them?',
      ],
    },
    {
      from: 'customer',
      subject: 'Order {number}: change of colour',
      bodies: [
        'Is it too late to have order {number} in green instead of grey? Everything else stays as agreed.',
        'We would like the boxes of order {number} in yellow, so that people see us in {city}.',
      ],
    },
    {
      from: 'customer',
      subject: 'Test ride in {city}',
      bodies: [
        'Two of my colleagues would like to ride the {model} before we decide. Would {weekday} suit you?',
        'Thank you for the test ride. The {model} climbs better than we thought; the brakes squeak a little.',
      ],
    },
    {
      from: 'colleague',
      subject: 'Trade fair in {city}',
      bodies: [
        'The booth in {city} is booked: 24 square metres, two {model} to show. Who is there on {weekday}?',
        'We collected {count} addresses at the fair in {city}. I have sorted them; most ask about leasing.',
      ],
    },
    {
      from: 'colleague',
      subject: 'Leasing for small firms',
      bodies: [
        'Most bakeries and florists ask for leasing over 36 months. Shall we show a monthly rate beside the price?',
        'The leasing page is ready. Please look whether the rate of {amount} euros for the {model} is right.',
      ],
    },
    {
      from: 'customer',
      subject: 'When does order {number} arrive?',
      bodies: [
        'You said that order {number} would leave in {month}. The people at {place} keep asking me. Is there a date?',
        'The tracking of order {number} has not moved since {weekday}. Is it still at the harbour?',
      ],
    },
  ],
  Service: [
    {
      from: 'customer',
      subject: 'Battery of the {model} does not charge',
      bodies: [
        'The battery stops charging at {count} percent, with every charger that we use. The {model} is two years old.',
        'Since it was cold the battery of our {model} lasts half as long. Is that normal, or is it a case for the warranty?',
      ],
    },
    {
      from: 'customer',
      subject: 'Brakes squeal in the rain',
      bodies: [
        'Both {model} squeal when it rains, so loud that people in {city} turn around. Which pads should we take?',
        'Thank you, the new pads are quiet. Please send {count} more pairs with the next delivery.',
      ],
    },
    {
      from: 'customer',
      subject: 'Warranty for order {number}',
      bodies: [
        'A weld of the front frame has cracked after eight months. I have put {count} photographs on the claim for order {number}.',
        'How long do we have to send back the broken display of order {number}?',
      ],
    },
    {
      from: 'colleague',
      subject: 'Recall of the front axle',
      bodies: [
        'The axle of all {model} built in {month} has to be looked at. I have written to the first {count} customers.',
        'Of the {count} axles that we have seen so far, two had the crack. Please put the new ones first in the workshop.',
      ],
    },
    {
      from: 'colleague',
      subject: 'Workshop is full on {weekday}',
      bodies: [
        'We have {count} bicycles for {weekday} and two lifts. Can the inspections wait until next week?',
        'Dario is ill, so the workshop closes at noon on {weekday}. I have written to those who wanted to come.',
      ],
    },
    {
      from: 'supplier',
      subject: 'Spare parts: {count} display units are late',
      bodies: [
        'The {count} display units that you ordered leave us in {month}, three weeks later than we had said. We are sorry.',
        'We can send {count} motors at once and the rest in {month}. Shall we?',
      ],
    },
  ],
  Finance: [
    {
      from: 'supplier',
      subject: 'Invoice {number}',
      bodies: [
        'Please find our invoice {number} over {amount} euros. It is due within 30 days.',
        'Our invoice {number} over {amount} euros has not been paid yet. Perhaps it was overlooked?',
      ],
    },
    {
      from: 'colleague',
      subject: 'Budget for {month}',
      bodies: [
        'Spending in {month} was {amount} euros above plan, nearly all of it freight. I suggest that we hire from spring on.',
        'Please look over the budget for {month}. The line for the trade fair in {city} seems too high.',
      ],
    },
    {
      from: 'colleague',
      subject: 'Salaries of the workshop',
      bodies: [
        'From {month} on everybody in the workshop gets {count} euros more a week. Please keep it to yourselves until then.',
        'The payroll for {month} is ready: {amount} euros in all.',
      ],
    },
    {
      from: 'supplier',
      subject: 'Statement of account, {month}',
      bodies: [
        'Attached to your account in {month}: freight from {city}, {amount} euros, of which half is paid.',
        'According to our books {amount} euros are open. Could you compare that with yours?',
      ],
    },
    {
      from: 'colleague',
      subject: 'Questions of the auditors',
      bodies: [
        'The auditors ask for the contracts with {place} and for {count} delivery notes of {month}. Who has them?',
        'All but one of the questions are answered. They still want to know why the stock of the {model} was written down.',
      ],
    },
  ],
};

/** Between colleagues, each to the other's own mailbox. */
export const NOTES: readonly MailTopic[] = [
  {
    from: 'colleague',
    subject: 'Lunch on {weekday}?',
    bodies: ['The new place in {city} street has soup. Shall we go on {weekday}, at half past twelve?'],
  },
  {
    from: 'colleague',
    subject: 'Keys of the {model}',
    bodies: ['I have put the keys of the grey {model} into your drawer. The left brake needs a look.'],
  },
  {
    from: 'colleague',
    subject: 'Notes from {weekday}',
    bodies: [
      'What I have written down: the {model} first, then the website, then {city}. Did I forget anything?',
      'We agreed on {count} bicycles for {month} and on asking {place} for a second price.',
    ],
  },
  {
    from: 'colleague',
    subject: 'Holiday in {month}',
    bodies: ['I would like to be away for two weeks in {month}. Does that fit with yours?'],
  },
];

export const FILLINGS: Readonly<Record<string, readonly string[]>> = {
  model: ['Packhorse', 'Longtail', 'Bakfiets Duo', 'Postmaster', 'Little Ox'],
  city: ['Northport', 'Eastbridge', 'Southfield', 'Westham', 'Midtown'],
  month: ['January', 'February', 'March', 'April', 'May', 'June', 'September', 'October'],
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
};
