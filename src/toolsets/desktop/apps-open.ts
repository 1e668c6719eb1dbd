/** Opens an application that the configuration names. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import type { WebBrowser } from '../../ports/desktop.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';

const word = z
  .string()
  .max(4_096)
  .refine((text) => !/[\0\n\r]/.test(text), 'one line');

export const appsOpen = defineTool({
  name: 'apps.open',
  title: 'Open an application',
  description: 'Open an application that the user has listed, if asked with files, web addresses or other arguments.',
  input: z.strictObject({
    app: z.string().min(1).max(200).describe('As the configuration names it'),
    args: z.array(word).max(50).default([]).describe('Handed over one by one; no shell reads them'),
  }),
  output: z.strictObject({ app: z.string(), target: z.string(), pid: z.int().nullable() }),
  // Options can make a program do anything. Files and pages in scope are its normal use.
  risk: ({ args }) => (args.every((arg) => isPath(arg) || isAddress(arg)) ? 'medium' : 'high'),
  sideEffects: 'writes',
  idempotent: false,
  needs: ['apps', 'files', 'browser'],

  facts: async ({ app, args }, { apps, files, browser }) => {
    const found = await apps.find(app);
    const { paths, hosts } = inScope(args, files, browser);
    return { effect: 'execute', targets: [`${found.name} (${found.target})`], paths, hosts, reversible: false };
  },

  preview: async ({ app, args }, { apps }) => {
    const { name, target } = await apps.find(app);
    return {
      title: `Open ${name}`,
      parts: [
        { kind: 'text', label: 'What is started', text: target },
        { kind: 'list', label: 'Arguments, each as it is', items: args },
      ],
      state: target,
    };
  },

  run: async ({ app, args }, { apps, files, browser, signal }) => {
    const found = await apps.find(app);
    inScope(args, files, browser);
    const words = args.map((arg) => (isPath(arg) ? files.normalize(arg) : arg));
    const { pid } = await apps.open(found, words, signal);
    return { app, target: found.target, pid };
  },
});

const isPath = (arg: string): boolean => /^(~?\/)/.test(arg);
const isAddress = (arg: string): boolean => /^https?:\/\//i.test(arg) && URL.canParse(arg);

/** Files and pages that an application opens must be in the scope of the assistant. */
function inScope(
  args: readonly string[],
  files: ScopedFiles,
  browser: WebBrowser,
): { paths: string[]; hosts: string[] } {
  const paths = args.filter(isPath).map((arg) => files.normalize(arg));
  const urls = args.filter(isAddress).map((arg) => new URL(arg));
  for (const url of urls) browser.check(url);
  return { paths, hosts: urls.map(({ host }) => host) };
}
