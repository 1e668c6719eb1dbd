/** People over HTTP. Who may do what is the core's business; here it is only handed on. */
import { OpenAPIHono } from '@hono/zod-openapi';

import type { User } from '../../core/index.ts';
import type { OrganizationUser } from '../../wire/organization.ts';
import { answerError, answerInvalid } from './answer-error.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';
import * as routes from './organization-routes.ts';

export function createOrganizationApi({ runtime }: HttpEnvironment): OpenAPIHono<RequestVariables> {
  const { people } = runtime;
  const api = new OpenAPIHono<RequestVariables>({ defaultHook: answerInvalid });
  api.onError((error, context) => answerError(context, error));

  api.openapi(routes.showOrganization, async (context) => {
    return context.json(await people.organization(context.get('principal')), 200);
  });

  api.openapi(routes.changeOrganization, async (context) => {
    await people.renameOrganization(context.get('principal'), context.req.valid('json').name);
    return context.json(await people.organization(context.get('principal')), 200);
  });

  api.openapi(routes.listDepartments, async (context) => {
    return context.json({ departments: await people.departments(context.get('principal')) }, 200);
  });

  api.openapi(routes.createDepartment, async (context) => {
    const id = await people.createDepartment(context.get('principal'), context.req.valid('json').name);
    return context.json({ id }, 200);
  });

  api.openapi(routes.renameDepartment, async (context) => {
    const { id } = context.req.valid('param');
    await people.renameDepartment(context.get('principal'), id, context.req.valid('json').name);
    return context.json({ id }, 200);
  });

  api.openapi(routes.removeDepartment, async (context) => {
    const { id } = context.req.valid('param');
    await people.removeDepartment(context.get('principal'), id);
    return context.json({ removed: id }, 200);
  });

  api.openapi(routes.listUsers, async (context) => {
    return context.json({ users: (await people.users(context.get('principal'))).map(toMessage) }, 200);
  });

  api.openapi(routes.createUser, async (context) => {
    const user = await people.createUser(context.get('principal'), context.req.valid('json'));
    return context.json(toMessage(user), 200);
  });

  api.openapi(routes.showUser, async (context) => {
    const principal = context.get('principal');
    const { id } = context.req.valid('param');
    return context.json(toMessage(await people.user(principal, id === 'me' ? principal.userId : id)), 200);
  });

  api.openapi(routes.changeUser, async (context) => {
    const { id } = context.req.valid('param');
    return context.json(
      toMessage(await people.changeUser(context.get('principal'), id, context.req.valid('json'))),
      200,
    );
  });

  api.openapi(routes.removeUser, async (context) => {
    const { id } = context.req.valid('param');
    await people.removeUser(context.get('principal'), id);
    return context.json({ removed: id }, 200);
  });

  api.openapi(routes.inviteUser, async (context) => {
    const { id } = context.req.valid('param');
    const { token, expiresAt } = await runtime.invitations.create(context.get('principal'), id);
    return context.json({ path: `/invitation?token=${token}`, expiresAt }, 200);
  });

  api.openapi(routes.restoreUser, async (context) => {
    const { id } = context.req.valid('param');
    return context.json(toMessage(await people.restoreUser(context.get('principal'), id)), 200);
  });

  return api;
}

function toMessage({ departmentIds, ...user }: User): OrganizationUser {
  return { ...user, departmentIds: [...departmentIds] };
}
