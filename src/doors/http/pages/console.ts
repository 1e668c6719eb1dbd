/** The console: one page and its built files, all from here and nothing from elsewhere. */
import type { Context } from 'hono';

import type { ConsoleAsset, ConsoleAssets, AssetEncoding } from '../../../ports/console-assets.ts';

/** Every address that is a view of the console; the page itself knows which. */
export const CONSOLE_PATHS = [
  ...['/', '/waiting/:id', '/chat', '/chat/:id', '/activity', '/activity/:id', '/tools', '/tools/:name', '/rules'],
  ...['/mail', '/mail/:id', '/calendar', '/files', '/team', '/team/people', '/team/people/:id', '/setup', '/more'],
  ...['/company/mail', '/company/mail/:id', '/company/calendar', '/company/files'],
];

// No script but our own files, and no text is ever made into a script or into markup.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  // One rule, which knows one script: web/state/worker.ts.
  'trusted-types service-worker',
].join('; ');
const PREFERRED: readonly AssetEncoding[] = ['br', 'gzip'];

export async function answerAsset(context: Context, assets: ConsoleAssets, path: string): Promise<Response> {
  const asset = assets.find(path);
  if (!asset) return context.notFound();
  const encoding = chooseEncoding(asset, context.req.header('accept-encoding') ?? '');
  return context.body(await asset.read(encoding), 200, {
    'content-type': asset.type,
    'cache-control': asset.isHashed ? 'public, max-age=31536000, immutable' : 'no-store',
    'content-security-policy': POLICY,
    vary: 'accept-encoding',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  });
}

function chooseEncoding({ encodings }: ConsoleAsset, accepted: string): AssetEncoding | undefined {
  const named = accepted.split(',').map((part) => part.trim().split(/\s*;\s*/));
  const isAccepted = (encoding: AssetEncoding): boolean =>
    named.some(([name, quality]) => name === encoding && !/^q=0(\.0*)?$/.test(quality ?? ''));
  return PREFERRED.find((encoding) => encodings.has(encoding) && isAccepted(encoding));
}
