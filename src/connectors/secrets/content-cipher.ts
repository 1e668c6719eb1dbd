/** Seals contents by AES-256-GCM, on Node and on Workers. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

import type { ContentCipher } from '../../ports/content-cipher.ts';
import { PortError } from '../../ports/port-error.ts';
import type { SecretSealer } from '../../ports/secrets.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const contentCipher: ContentCipher = {
  seal(key, text, boundTo) {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(boundTo));
    const sealed = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
  },
  open(key, sealed, boundTo) {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch {
      return undefined;
    }
  },
  hmac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
};

/** Seals secrets with a key that is derived from the secret of a platform without files. */
export function createSecretSealer(secret: string): SecretSealer {
  const key = createHash('sha256').update(`deputize secret sealer\n${secret}`).digest();
  return {
    seal: (text, boundTo) => contentCipher.seal(key, text, boundTo),
    open(sealed, boundTo) {
      const text = contentCipher.open(key, sealed, boundTo);
      if (text !== undefined) return text;
      throw new PortError('INVALID_CONFIGURATION', 'A secret in the database was sealed with another key.');
    },
  };
}
