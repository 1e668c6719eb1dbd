/** Makes real documents of the kinds that people upload: PDF, Word and Excel, each from a few lines. */
import { strToU8, zipSync } from 'fflate';

import { escapeMarkup } from '../../lib/escape-markup.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org';
const LINES_ON_A_PAGE = 45;

export function pdf(lines: readonly string[]): Uint8Array {
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / LINES_ON_A_PAGE)) }, (_, at) =>
    lines.slice(at * LINES_ON_A_PAGE, (at + 1) * LINES_ON_A_PAGE),
  );
  const first = 4;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${first + at * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((page, at) => {
      const shown = page.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`).join('\n');
      const stream = `BT /F1 11 Tf 15 TL 60 780 Td\n${shown}\nET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + at * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return strToU8(`${file}${table}${end}`, true);
}

export function docx(lines: readonly string[]): Uint8Array {
  const paragraphs = lines.map((line) => `<w:p><w:r><w:t xml:space="preserve">${escapeMarkup(line)}</w:t></w:r></w:p>`);
  return packed({
    '[Content_Types].xml': types('word/document.xml', 'wordprocessingml.document.main'),
    '_rels/.rels': relations('word/document.xml', 'officeDocument'),
    'word/document.xml': `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}</w:body></w:document>`,
  });
}

export function xlsx(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const cell = (value: string | number): string =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${escapeMarkup(value)}</t></is></c>`;
  const lines = rows.map((row) => `<row>${row.map(cell).join('')}</row>`);
  const main = `${OFFICE}/spreadsheetml/2006/main`;
  const sheet = 'spreadsheetml.worksheet';
  return packed({
    '[Content_Types].xml': types('xl/workbook.xml', 'spreadsheetml.sheet.main', ['xl/worksheets/sheet1.xml', sheet]),
    '_rels/.rels': relations('xl/workbook.xml', 'officeDocument'),
    'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml', 'worksheet'),
    'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  });
}

function types(path: string, kind: string, ...more: readonly (readonly [string, string])[]): string {
  const parts = [[path, kind] as const, ...more].map(
    ([part, type]) =>
      `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  const relationships = 'application/vnd.openxmlformats-package.relationships+xml';
  return `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="${relationships}"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
}

const relations = (target: string, kind: string): string =>
  `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/${kind}" Target="${target}"/></Relationships>`;

const packed = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
