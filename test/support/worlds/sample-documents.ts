/** Small documents of each kind, as the programs that write them lay them out. */
import { strToU8, zipSync } from 'fflate';

const packed = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const XML = '<?xml version="1.0" encoding="UTF-8"?>';

export const docx = (...paragraphs: string[]): Uint8Array =>
  packed({
    '[Content_Types].xml': `${XML}<Types/>`,
    'word/document.xml': `${XML}<w:document><w:body>${paragraphs
      .map(
        (text) =>
          `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>`,
      )
      .join('')}</w:body></w:document>`,
    'word/footnotes.xml': `${XML}<w:footnotes><w:p><w:r><w:t>a footnote</w:t></w:r></w:p></w:footnotes>`,
  });

export const xlsx = (): Uint8Array =>
  packed({
    'xl/workbook.xml': `${XML}<workbook/>`,
    'xl/sharedStrings.xml': `${XML}<sst><si><t>Name</t></si><si><r><t>Ada </t></r><r><t>&amp; Bob</t></r></si></sst>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>12.5</v></c></row>
      <row><c t="s"><v>1</v></c><c t="inlineStr"><is><t>inline</t></is></c></row></sheetData></worksheet>`,
  });

export const pptx = (): Uint8Array =>
  packed({
    'ppt/presentation.xml': `${XML}<p:presentation/>`,
    'ppt/slides/slide10.xml': `${XML}<p:sld><a:p><a:r><a:t>tenth</a:t></a:r></a:p></p:sld>`,
    'ppt/slides/slide2.xml': `${XML}<p:sld><a:p><a:r><a:t>second</a:t></a:r></a:p></p:sld>`,
  });

export const odt = (text: string): Uint8Array =>
  packed({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `${XML}<office:document-content><office:body><text:h>Heading</text:h><text:p>${text}</text:p></office:body></office:document-content>`,
  });

/** One page with one line of text. */
export function pdf(text: string): Uint8Array {
  const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = file.length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return strToU8(file, true);
}

/** A document of some kilobytes that unpacks to more than anyone has room for. */
export function bomb(claimed?: number): Uint8Array {
  const file = zipSync({ 'word/document.xml': new Uint8Array(120_000_000) }, { level: 1 });
  if (claimed === undefined) return file;
  const view = new DataView(file.buffer, file.byteOffset);
  for (let at = 0; at < file.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, claimed, true);
    if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, claimed, true);
  }
  return file;
}
