/** The process that reads one file: its bytes come on the input, and what was found in them is printed. */
import { buffer } from 'node:stream/consumers';

import { extractText, type ClaimedFormat } from '../../connectors/text-extraction/extract-text.ts';
import { htmlToText } from '../../domains/mail/html-text.ts';

const claimed = JSON.parse(process.argv[2] ?? '{}') as ClaimedFormat;
const content = new Uint8Array(await buffer(process.stdin));
process.stdout.write(JSON.stringify(await extractText(content, claimed, htmlToText)));
