/** The files of the example company. */
import type { DepartmentName } from './demo-company.ts';
import { docx, pdf, xlsx } from './documents.ts';

interface DemoFile {
  readonly department: DepartmentName;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const text = (department: DepartmentName, filename: string, lines: readonly string[]): DemoFile => ({
  ...{ department, filename, contentType: filename.endsWith('.md') ? 'text/markdown' : 'text/plain' },
  content: new TextEncoder().encode(`${lines.join('\n')}\n`),
});

export function demoFiles(): readonly DemoFile[] {
  return [...createSalesFiles(), ...createServiceFiles(), ...createFinanceFiles()];
}

function createSalesFiles(): readonly DemoFile[] {
  return [
    {
      ...{ department: 'Sales', filename: 'Price list.xlsx', contentType: EXCEL },
      content: xlsx([
        ['Model', 'Price in euros', 'Range in kilometres', 'Carries, in kilograms'],
        ['Packhorse', 5490, 80, 200],
        ['Longtail', 4290, 100, 120],
        ['Bakfiets Duo', 5990, 70, 180],
        ['Postmaster', 6490, 90, 220],
        ['Little Ox', 3790, 60, 100],
      ]),
    },
    {
      ...{ department: 'Sales', filename: 'Terms of delivery.pdf', contentType: 'application/pdf' },
      content: pdf([
        'Example Cargo Bikes: terms of delivery',
        'We deliver within six weeks of an order, assembled and ready to ride.',
        'An order can be cancelled free of charge until it has left the workshop.',
        'Within 30 days a bicycle can be sent back; only the freight is charged then.',
        'Fleets of ten or more get eight percent off.',
      ]),
    },
    {
      ...{ department: 'Sales', filename: 'Letter to day cares.docx', contentType: WORD },
      content: docx([
        'A bicycle for six children',
        'The Bakfiets Duo carries six children with belts, and an adult who need not be an athlete.',
        'Several towns pay a third of it. We fill in the form together with you.',
      ]),
    },
    text('Sales', 'Trade fair checklist.md', [
      '# Trade fair',
      '- two bicycles, charged, and one cut open to show the motor',
      '- leaflets about leasing',
      '- one of us who speaks to town halls about grants',
    ]),
  ];
}

function createServiceFiles(): readonly DemoFile[] {
  return [
    {
      ...{ department: 'Service', filename: 'Warranty.pdf', contentType: 'application/pdf' },
      content: pdf([
        'Example Cargo Bikes: warranty',
        'Frames are guaranteed for ten years, motors for three and batteries for two.',
        'A battery that keeps less than 70 percent of its charge within two years is replaced.',
        'Brake pads, tyres and chains wear out and are not covered.',
        'A customer who claims sends photographs and the number of the order.',
      ]),
    },
    {
      ...{ department: 'Service', filename: 'Front axle recall.docx', contentType: WORD },
      content: docx([
        'Recall of the front axle',
        'Affected: every Packhorse whose number begins with 24. The axle may crack under load.',
        'Do not carry people with it until the axle has been replaced. It takes forty minutes.',
      ]),
    },
    {
      ...{ department: 'Service', filename: 'Spare parts in stock.xlsx', contentType: EXCEL },
      content: xlsx([
        ['Part', 'In stock', 'Ordered'],
        ['Brake pads, pair', 140, 0],
        ['Display', 3, 24],
        ['Front axle', 18, 60],
        ['Battery 500', 7, 12],
      ]),
    },
    text('Service', 'Batteries in winter.md', [
      '# Batteries in winter',
      'Below five degrees a battery gives up to a third less. Keep it indoors over night and charge it there.',
      'Never charge a frozen battery: let it warm up for two hours first.',
    ]),
  ];
}

function createFinanceFiles(): readonly DemoFile[] {
  return [
    {
      ...{ department: 'Finance', filename: 'Budget.xlsx', contentType: EXCEL },
      content: xlsx([
        ['Line', 'Planned', 'Spent'],
        ['Salaries', 412_000, 398_500],
        ['Freight', 64_000, 83_200],
        ['Trade fairs', 28_000, 31_400],
        ['Workshop', 51_000, 47_900],
      ]),
    },
    {
      ...{ department: 'Finance', filename: 'Loan for the new hall.pdf', contentType: 'application/pdf' },
      content: pdf([
        'Offer of a loan for the new hall',
        'Amount: 650,000 euros over fifteen years, at 3.9 percent, fixed for ten.',
        'To be signed by the end of the quarter. Not to be spoken of outside Finance.',
      ]),
    },
    {
      ...{ department: 'Finance', filename: 'Contract with Sample Frames.docx', contentType: WORD },
      content: docx([
        'Contract with Sample Frames',
        'Frames are paid within 30 days. A customer who pays within ten days takes two percent off.',
        'Either side may end the contract with six months notice.',
      ]),
    },
    text('Finance', 'Dunning.md', [
      '# When a customer does not pay',
      'A friendly mail after ten days, a second one after thirty, a call after that. Never a lawyer without asking Edda.',
    ]),
  ];
}
