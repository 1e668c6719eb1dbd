/** The routes about people: what an administrator changes, and what everyone does for themselves. */
import { createRoute, z } from '@hono/zod-openapi';

import * as wire from '../../wire/organization.ts';
import { body, failures, json, security, withId } from './describe.ts';

const removed = z.object({ removed: z.string() });

export const showOrganization = createRoute({
  method: 'get',
  path: '/api/organization',
  summary: 'The organization',
  security,
  responses: { 200: json(wire.organization, 'Its name, and how many there are.'), ...failures },
});

export const changeOrganization = createRoute({
  method: 'put',
  path: '/api/organization',
  summary: 'Rename the organization',
  security,
  request: { body: body(wire.organizationChange) },
  responses: { 200: json(wire.organization, 'The organization as it is now.'), ...failures },
});

export const listDepartments = createRoute({
  method: 'get',
  path: '/api/organization/departments',
  summary: 'The departments',
  security,
  responses: { 200: json(z.object({ departments: z.array(wire.department) }), 'The departments.'), ...failures },
});

export const createDepartment = createRoute({
  method: 'post',
  path: '/api/organization/departments',
  summary: 'Make a department',
  security,
  request: { body: body(wire.newDepartment) },
  responses: { 200: json(z.object({ id: z.string() }), 'It is made.'), ...failures },
});

export const renameDepartment = createRoute({
  method: 'put',
  path: '/api/organization/departments/{id}',
  summary: 'Rename a department',
  security,
  request: { params: withId, body: body(wire.newDepartment) },
  responses: { 200: json(z.object({ id: z.string() }), 'It is renamed.'), ...failures },
});

export const removeDepartment = createRoute({
  method: 'delete',
  path: '/api/organization/departments/{id}',
  summary: 'Remove a department',
  security,
  request: { params: withId },
  responses: { 200: json(removed, 'It has no members any more.'), ...failures },
});

export const listUsers = createRoute({
  method: 'get',
  path: '/api/organization/users',
  summary: 'The users',
  security,
  responses: { 200: json(z.object({ users: z.array(wire.user) }), 'The users.'), ...failures },
});

export const createUser = createRoute({
  method: 'post',
  path: '/api/organization/users',
  summary: 'Make a user',
  security,
  request: { body: body(wire.newUser) },
  responses: { 200: json(wire.user, 'The user.'), ...failures },
});

export const showUser = createRoute({
  method: 'get',
  path: '/api/organization/users/{id}',
  summary: 'One user',
  description: '`me` is the user of the credential.',
  security,
  request: { params: withId },
  responses: { 200: json(wire.user, 'The user.'), ...failures },
});

export const changeUser = createRoute({
  method: 'put',
  path: '/api/organization/users/{id}',
  summary: 'Change a user’s name, address, role or departments',
  security,
  request: { params: withId, body: body(wire.userChange) },
  responses: { 200: json(wire.user, 'The user as it is now.'), ...failures },
});

export const removeUser = createRoute({
  method: 'delete',
  path: '/api/organization/users/{id}',
  summary: 'Remove a user',
  description: 'Their tokens, sessions, open approvals and conversations end at once.',
  security,
  request: { params: withId },
  responses: { 200: json(removed, 'They are gone.'), ...failures },
});

export const inviteUser = createRoute({
  method: 'post',
  path: '/api/organization/users/{id}/invitation',
  summary: 'Make a link by which a user comes in',
  description: 'It works once, for a week; links made before are worth nothing any more.',
  security,
  request: { params: withId },
  responses: { 200: json(z.object({ path: z.string(), expiresAt: z.string() }), 'Where the link leads.'), ...failures },
});

export const restoreUser = createRoute({
  method: 'post',
  path: '/api/organization/users/{id}/restore',
  summary: 'Let a removed user in again',
  security,
  request: { params: withId },
  responses: { 200: json(wire.user, 'The user.'), ...failures },
});
