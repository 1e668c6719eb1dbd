/** Sends a file as a call of one's own, into the assistant's store or the company's, and tells how far it is. */
import type { ErrorMessage, OutcomeMessage } from '../../src/wire/messages.ts';
import { messages } from '../messages.ts';
import { ApiError } from './api.ts';
import type { OwnCall } from './own-calls.ts';

/** The server takes bodies of up to 9 MB, and text of bytes is a third longer than they are. */
export const MAX_BYTES = 6_500_000;

/** Keys know few characters; what else a name has becomes a dash. */
export const keyOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]+/g, '-');

type OnShare = (share: number) => void;

export async function sendFile(file: File, onShare: OnShare): Promise<OutcomeMessage> {
  const args = { key: keyOf(file.name), content: await base64Of(file), encoding: 'base64' };
  return send({ preset: 'personal', tool: 'write_file', args }, onShare);
}

/** For one's department, unless it is for oneself alone. */
export async function sendToCompany(file: File, isForMe: boolean, onShare: OnShare): Promise<OutcomeMessage> {
  const contentType = file.type || 'application/octet-stream';
  const args = { filename: file.name, content: await base64Of(file), contentType, autoSave: !isForMe };
  return send({ preset: 'organization', tool: 'upload_file', args }, onShare);
}

function send(call: OwnCall, onShare: OnShare): Promise<OutcomeMessage> {
  return new Promise((resolve, reject) => {
    // Only this way says how much has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', '/api/calls');
    request.setRequestHeader('content-type', 'application/json');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onShare(loaded / total));
    request.addEventListener('error', () => reject(new Error(messages.line.away)));
    request.addEventListener('load', () => {
      const body = request.response as OutcomeMessage | { readonly error: ErrorMessage } | null;
      if (request.status < 300 && body) resolve(body as OutcomeMessage);
      else reject(body?.error ? new ApiError(body.error) : new Error(messages.failed));
    });
    request.send(JSON.stringify(call));
  });
}

export async function base64Of(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error(messages.files.tooLarge);
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(messages.failed)));
  });
  reader.readAsDataURL(file);
  return (await read).replace(/^[^,]*,/, '');
}
