/** A whole runtime on a temporary folder into which mail can be delivered, and what tests ask of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { assemble, type AssembleOptions, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import type { Outcome } from '../../../src/core/index.ts';
import type { DeliveryReceipt } from '../../../src/ports/forwarded-mailbox.ts';

export interface Found {
  readonly id: string;
  readonly sender: string;
  readonly subject: string;
  readonly date: string;
  readonly summary: string;
  readonly [extra: string]: unknown;
}

export interface MailRoom extends AsyncDisposable {
  readonly data: string;
  readonly assembly: AppAssembly;
  deliver(mail: string | Uint8Array): Promise<DeliveryReceipt>;
  call(tool: string, args: unknown): Promise<Outcome>;
  search(args?: object): Promise<Found[]>;
  read(id: string): Promise<Found & { body: string; attachments: { name: string; type: string; size: number }[] }>;
}

export async function openMailRoom(
  options: Partial<AssembleOptions> & { config?: never; yaml?: string; under?: string } = {},
): Promise<MailRoom> {
  const { yaml, under = tmpdir(), ...rest } = options;
  const data = await mkdtemp(join(under, 'deputize-mail-'));
  if (yaml !== undefined) await writeFile(join(data, 'deputize.yaml'), yaml);
  const assembly = await assemble({ data, log: () => undefined, ...rest });
  const agent = await assembly.owner('agent', 'test');
  const call = (tool: string, args: unknown) => assembly.runtime.call({ preset: 'personal', tool, args }, agent);
  const value = async <T>(tool: string, args: unknown): Promise<T> => {
    const outcome = await call(tool, args);
    if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome));
    return outcome.value as T;
  };
  return {
    data,
    assembly,
    deliver: (mail) =>
      assembly.mail.inbox.deliver(typeof mail === 'string' ? new TextEncoder().encode(mail) : mail, { via: 'file' }),
    call,
    search: async (args = {}) => (await value<{ emails: Found[] }>('search_emails', args)).emails,
    read: (id) => value('read_email', { id }),
    [Symbol.asyncDispose]: async () => {
      await assembly.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A mail of the plainest kind; headers given replace or add to its own. */
export function plainMail(headers: Record<string, string | undefined> = {}, body = 'Hello.'): string {
  const all = {
    From: 'Ann Example <ann@example.com>',
    To: 'inbox@example.com',
    Subject: 'A plain mail',
    Date: 'Mon, 3 Mar 2025 14:05:00 +0000',
    'Message-ID': '<1@example.com>',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`));
  return `${lines.join('\r\n')}\r\n\r\n${body}\r\n`;
}
