/** What can be connected, and what has to be said for it. */
import type { SetupPart, SetupState } from '../../../src/wire/setup.ts';
import { messages } from '../../messages.ts';

export interface PartField {
  readonly name: string;
  readonly label: string;
  readonly type?: 'password' | 'number' | 'email' | 'url';
  readonly start?: string;
  readonly choices?: readonly string[];
  readonly isOptional?: boolean;
  /** Only asked for once a trial has said what there is. */
  readonly isChosenLater?: boolean;
}

export interface Part {
  readonly part: Exclude<SetupPart['part'], 'presets'>;
  readonly title: string;
  readonly hint: string;
  readonly fields: readonly PartField[];
  /** What is there already. */
  readonly now: (setup: SetupState) => string | undefined;
}

const { model, mail, calendar, workspace, search } = messages.setup;

export const PARTS: readonly Part[] = [
  {
    part: 'model',
    ...model,
    fields: [
      {
        name: 'provider',
        label: model.provider,
        choices: ['openai', 'anthropic', 'google', 'openai-compatible'],
      },
      { name: 'model', label: model.model },
      { name: 'url', label: model.url, type: 'url', isOptional: true },
      { name: 'key', label: model.key, type: 'password', isOptional: true },
    ],
    now: ({ models }) =>
      models.map(({ name, from, missing }) => missing ?? `${name} (${from})`).join(', ') || undefined,
  },
  {
    part: 'mail',
    ...mail,
    fields: [
      { name: 'address', label: mail.address, type: 'email' },
      { name: 'host', label: mail.host, start: '127.0.0.1' },
      { name: 'port', label: mail.port, type: 'number', start: '2525' },
    ],
    now: ({ mail: now }) => now?.address,
  },
  {
    part: 'calendar',
    ...calendar,
    fields: [
      { name: 'url', label: calendar.url, type: 'url', start: 'https://caldav.icloud.com' },
      { name: 'username', label: calendar.username },
      { name: 'password', label: calendar.password, type: 'password' },
      { name: 'calendar', label: calendar.calendar, isChosenLater: true },
    ],
    now: ({ calendar: now }) => now?.calendar,
  },
  {
    part: 'workspace',
    ...workspace,
    fields: [{ name: 'folder', label: workspace.folder }],
    now: ({ workspace: now }) => now,
  },
  {
    part: 'search',
    ...search,
    fields: [
      { name: 'provider', label: search.provider, choices: ['tavily', 'brave', 'searxng'] },
      { name: 'key', label: search.key, type: 'password', isOptional: true },
      { name: 'url', label: search.url, type: 'url', isOptional: true },
    ],
    now: ({ search: now }) => now ?? undefined,
  },
];
