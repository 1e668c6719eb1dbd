/** The settings of the desktop preset in `deputize.yaml`: its scopes and its caution. */
import { z } from 'zod';

/** The only value that means everything. A pattern that matches everything is rejected, because it may be a mistake. */
export const EVERYTHING = 'everything';
const SPELL_OUT = `a scope that fits everything is spelled out: ${EVERYTHING}`;

const HOST = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/;

const host = z
  .string()
  .refine((text) => !/^[*.]+(:\d+)?$/.test(text), SPELL_OUT)
  .refine(
    (text) => text === EVERYTHING || HOST.test(text),
    'a host such as example.com, *.example.com or localhost:3000',
  )
  .refine((text) => !/^\*\.[^.]+$/.test(text), 'too wide; name the sites');
const app = z
  .string()
  .min(1)
  .refine((text) => !/[*?]/.test(text), `the name of one application; ${SPELL_OUT}`);
const path = z
  .string()
  .min(1)
  .refine((text) => !/[*?]/.test(text), 'a folder, not a pattern');

const scope = z.strictObject({
  paths: z
    .array(path)
    .min(1)
    .optional()
    .describe('Folders; ~ and $NAMES are expanded once, at start. Left out, the workspace.'),
  apps: z.array(app).optional().describe('Applications that may be opened, or everything. Left out, none.'),
  hosts: z
    .array(host)
    .optional()
    .describe(
      'Hosts that the browser may open, such as `example.com` or `*.example.org`, or everything. Left out, none.',
    ),
});

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 22:00');

export const desktopConfig = z
  .strictObject({
    scopes: scope
      .extend({
        tools: z
          .record(z.string(), scope)
          .default({})
          .describe('Other scopes for one tool, such as `{ files.write_text: { paths: [~/Notes] } }`.'),
      })
      .prefault({})
      .describe('What the tools may touch.'),
    ask: z
      .enum(['changes', 'everything'])
      .default('changes')
      .describe('Whether calls that change something ask, or all calls.'),
    quietHours: z
      .strictObject({
        from: hour.describe('The time when they begin, such as 22:00.'),
        to: hour.describe('The time when they end, such as 07:00.'),
      })
      .optional()
      .describe('Hours in which every call asks and no notification is shown.'),
    notifyApprovals: z
      .enum(['on', 'off'])
      .default('on')
      .describe('Whether a desktop notification shows calls that wait. It has buttons if it can show everything.'),
    shell: z
      .strictObject({ folder: path.describe('The folder that commands work in.') })
      .optional()
      .describe('Switches shell.run on. Left out, it is off.'),
    confined: z
      .enum(['where-possible', 'always', 'never'])
      .default('where-possible')
      .describe(
        'Whether bubblewrap hides all other files from the automation service, on Linux. always: it does not start without bubblewrap.',
      ),
    downloads: path.optional().describe('The folder for downloads of the browser. Left out, downloads are blocked.'),
  })
  .prefault({})
  .describe('What the desktop preset may touch, and when it asks.');

export type DesktopConfig = z.output<typeof desktopConfig>;
