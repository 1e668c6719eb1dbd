/** Uploads a file as a call of the user, to the bucket or the organization's files, and reports the progress. */
import type { ErrorMessage, OutcomeMessage } from '../../src/wire/messages.ts';
import { messages } from '../messages.ts';
import { ApiError } from './api.ts';
import type { OwnCall } from './own-calls.ts';
import { signHeaders } from './session-key.ts';

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

async function send(call: OwnCall, onShare: OnShare): Promise<OutcomeMessage> {
  const body = JSON.stringify(call);
  const headers = await signHeaders('POST', '/api/calls', body);
  return new Promise((resolve, reject) => {
    // Only this way says how much has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', '/api/calls');
    request.setRequestHeader('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onShare(loaded / total));
    request.addEventListener('error', () => reject(new Error(messages.line.away)));
    request.addEventListener('load', () => {
      const answer = request.response as OutcomeMessage | { readonly error: ErrorMessage } | null;
      if (request.status < 300 && answer) resolve(answer as OutcomeMessage);
      else reject(answer?.error ? new ApiError(answer.error) : new Error(messages.failed));
    });
    request.send(body);
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
