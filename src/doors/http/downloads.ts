/** Serves files of the organization for download, unchanged. */
import { Hono } from 'hono';

import { DeputizeError, type Principal } from '../../core/index.ts';
import type { OrganizationFiles } from '../../ports/organization-files.ts';
import { answerError } from './answer-error.ts';

interface Known {
  Variables: { principal: Principal };
}

/** Must be mounted below /api/files, where requests are already authenticated. */
export function createDownloads(filesOf: (principal: Principal) => OrganizationFiles): Hono<Known> {
  const app = new Hono<Known>();
  app.onError((error, context) => answerError(context, error));
  app.get('/:id/download', async (context) => {
    const found = await filesOf(context.get('principal')).content(context.req.param('id'));
    if (!found) throw new DeputizeError('NOT_FOUND', 'There is no such file.');
    // These headers make a browser save the file, so that no script in it runs on our origin.
    return context.body(new Uint8Array(found.bytes), 200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encoded(found.file.filename)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });
  return app;
}

/** Encodes a file name as in RFC 8187. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
}
