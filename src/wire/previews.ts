/** What a person is shown of a call before deciding, and where its values come from. */
import { z } from 'zod';

const eventTimes = z.object({
  start: z.string().describe('When the event begins.'),
  end: z.string().describe('When the event ends.'),
  allDay: z.boolean().describe('Whether the event has dates without times.'),
});

const namedText = z.object({ name: z.string().describe('The name.'), value: z.string().describe('The value.') });

const label = z.string().describe('What the part is.');
const warnings = z.array(z.string()).describe('What a person should look at twice.');

const previewPart = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text').describe('The kind of the part. The fields below depend on it.'),
    label,
    text: z.string().describe('The text, unchanged.'),
  }),
  z.object({
    kind: z.literal('diff'),
    path: z.string().describe('The file that changes.'),
    diff: z.string().describe('The change as a unified diff.'),
  }),
  z.object({ kind: z.literal('list'), label, items: z.array(z.string()).describe('The entries.') }),
  z.object({
    kind: z.literal('event'),
    label,
    title: z.string().describe('The title of the event.'),
    ...eventTimes.shape,
    taken: z
      .array(
        eventTimes.extend({
          title: z.string().optional().describe('The title of the event.'),
          calendar: z.string().optional().describe('The calendar of the event.'),
        }),
      )
      .nullable()
      .describe('The other events of these days; null if they could not be looked up.'),
  }),
  z.object({
    kind: z.literal('mail'),
    from: z.string().describe('The sender.'),
    replyTo: z.string().describe('The address for replies.'),
    to: z.array(z.string()).describe('The recipients.'),
    cc: z.array(z.string()).describe('The recipients of a copy.'),
    bcc: z.array(z.string()).describe('The hidden recipients.'),
    subject: z.string().describe('The subject.'),
    text: z.string().describe('The text without markup.'),
    html: z.string().nullable().describe('The markup, if the mail has any; `text` is what is read of it.'),
    attachments: z
      .array(
        z.object({
          name: z.string().describe('The name of the file.'),
          type: z.string().describe('The media type of the file.'),
          size: z.number().describe('The size in bytes.'),
        }),
      )
      .describe('The attached files.'),
    warnings,
  }),
  z.object({
    kind: z.literal('request'),
    method: z.string().describe('The HTTP method.'),
    url: z.string().describe('The address.'),
    query: z.array(namedText).describe('The parameters in the address, decoded.'),
    headers: z.array(namedText).describe('The headers. Credentials are named and not shown.'),
    body: z.string().nullable().describe('The body.'),
    warnings,
  }),
]);

export const tracedValue = z.object({
  kind: z
    .enum(['recipient', 'target', 'path', 'address', 'amount', 'credential', 'permission', 'text'])
    .describe('What the value is used as.'),
  value: z.string().describe('The value.'),
  origin: z
    .enum(['user', 'trusted', 'described', 'mentioned', 'identifier', 'listed', 'others', 'unseen'])
    .describe('Where the value comes from: from the user’s own words to a place that was never seen.'),
  sentence: z.string().nullable().describe('The words around the value.'),
});

export const preview = z.object({
  title: z.string().describe('What the call would do, in one line.'),
  parts: z.array(previewPart).describe('Everything that is decided on.'),
  state: z.string().optional().describe('The state that it was computed from. If that changes, the call is refused.'),
});

export type PreviewPartMessage = z.output<typeof previewPart>;
export type TracedValueMessage = z.output<typeof tracedValue>;
export type PreviewMessage = z.output<typeof preview>;
