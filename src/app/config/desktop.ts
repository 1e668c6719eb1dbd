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
  paths: z.array(path).min(1).optional(),
  apps: z.array(app).optional(),
  hosts: z.array(host).optional(),
});

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 22:00');

export const desktopConfig = z
  .strictObject({
    scopes: scope
      .extend({
        tools: z
          .record(z.string(), scope)
          .default({})
          .describe('For one tool other scopes than these, such as { files.write_text: { paths: [~/Notes] } }.'),
      })
      .prefault({})
      .describe(
        'What the tools may touch: paths (folders; ~ and $NAMES are expanded once at start; the workspace when left out), apps and hosts (none when left out).',
      ),
    ask: z
      .enum(['changes', 'everything'])
      .default('changes')
      .describe('Whether you are asked about what changes something, or about everything.'),
    quietHours: z
      .strictObject({ from: hour, to: hour })
      .optional()
      .describe('When nothing is done without you, and no notification of what waits is shown.'),
    notifyApprovals: z
      .enum(['on', 'off'])
      .default('on')
      .describe('Whether a notification tells of what waits, with buttons where it can show all there is to approve.'),
    shell: z
      .strictObject({ folder: path.describe('The folder that commands work in.') })
      .optional()
      .describe('Switches shell.run on. Left out, it is off.'),
    confined: z
      .enum(['where-possible', 'always', 'never'])
      .default('where-possible')
      .describe(
        'Whether the automation service sees nothing of the machine but the system, the folders in scope and what it needs of the data folder. By bubblewrap, on Linux; "always" refuses to start where that does not work.',
      ),
    downloads: path.optional().describe('Where the browser may put downloads. Left out, they are blocked.'),
  })
  .prefault({})
  .describe('The desktop preset.');

export type DesktopConfig = z.output<typeof desktopConfig>;
