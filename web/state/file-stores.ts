/** Where the files of a conversation go, so that the assistant's own tools can read them. Other assistants are given their text. */
import type { OwnCall } from './own-calls.ts';
import { makeCall, valueOf } from './own-calls.ts';
import { base64Of, keyOf, MAX_BYTES } from './send-file.ts';
import { messages } from '../messages.ts';

interface Store {
  call(file: File, content: string): OwnCall;
  /** What the tools call it by. */
  idOf(value: unknown, call: OwnCall): string;
}

const STORES: Readonly<Record<string, Store>> = {
  organization: {
    call: (file, content) => ({
      preset: 'organization',
      tool: 'upload_file',
      // To oneself: what is said to an assistant is not yet said to the department.
      args: { filename: file.name, content, contentType: file.type || 'application/octet-stream', autoSave: false },
    }),
    idOf: (value) => (value as { readonly id: string }).id,
  },
  personal: {
    call: (file, content) => ({
      preset: 'personal',
      tool: 'write_file',
      args: { key: `${Date.now()}-${keyOf(file.name)}`, content, encoding: 'base64' },
    }),
    idOf: (_, { args }) => (args as { readonly key: string }).key,
  },
};

export const hasStore = (preset: string | undefined): preset is string =>
  preset !== undefined && Object.hasOwn(STORES, preset);

/** Answers the name by which the assistant's tools know it. */
export async function keepFile(preset: string, file: File): Promise<string> {
  const store = STORES[preset];
  if (!store || file.size > MAX_BYTES) throw new Error(messages.files.tooLarge);
  const call = store.call(file, await base64Of(file));
  const value = await valueOf<unknown>(await makeCall(call));
  if (value === undefined) throw new Error(messages.chat.keptWaits);
  return store.idOf(value, call);
}
