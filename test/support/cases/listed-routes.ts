/** Every route of the HTTP door, from the app itself, so that a new route is in the list. */
import { createHttpApp } from '../../../src/doors/http/app.ts';
import { createDownloads } from '../../../src/doors/http/downloads.ts';
import type { HttpEnvironment } from '../../../src/doors/http/environment.ts';

export interface ListedRoute {
  readonly method: string;
  readonly path: string;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** No route is called, so the app gets no runtime. */
export function listRoutes(): ListedRoute[] {
  const parts = {
    runtime: {},
    allowedHosts: [],
    mounted: [{ path: '/api/files', app: createDownloads(() => Promise.reject(new Error('not called')) as never) }],
    assets: { find: () => undefined },
  };
  const environments = [parts, { ...parts, signIn: () => undefined }] as unknown as HttpEnvironment[];
  const routes = environments.flatMap((environment) =>
    createHttpApp(environment).routes.flatMap(({ method, path }) =>
      method === 'ALL' ? METHODS.map((one) => ({ method: one, path })) : [{ method, path }],
    ),
  );
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()];
}
