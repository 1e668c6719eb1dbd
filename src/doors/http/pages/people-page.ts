/** The administrator's page: departments, users, their roles, and invitations. No scripts: each change is a form. */
import { html } from 'hono/html';

import type { DepartmentSummary, OrganizationSummary, User } from '../../../core/index.ts';
import { page } from './layout.ts';

type Markup = ReturnType<typeof html>;

const ROLES = ['user', 'super_user', 'admin'] as const;

interface PeopleView {
  readonly organization: OrganizationSummary;
  readonly departments: readonly DepartmentSummary[];
  readonly users: readonly User[];
  /** Whether there is a way in for those who are invited. */
  readonly canInvite: boolean;
}

export function peoplePage({ organization, departments, users, canInvite }: PeopleView, notice = ''): Markup {
  return page(
    'People',
    html`<h1>${organization.name}</h1>
      ${notice === '' ? '' : html`<p class="notice" role="status">${notice}</p>`}
      <h2>Departments</h2>
      ${departments.map(departmentCard)}
      <form class="card" method="post" action="/people">
        ${hidden('what', 'add-department')}
        <label for="department">A new department</label>
        <input id="department" name="name" maxlength="200" required />
        <div class="buttons"><button>Add the department</button></div>
      </form>
      <h2>Users</h2>
      ${users.map((user) => userCard(user, departments, canInvite))}
      <form class="card" method="post" action="/people">
        ${hidden('what', 'add-user')}
        <label for="name">A new user’s name</label>
        <input id="name" name="name" maxlength="200" required />
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" />
        ${roleField('user')} ${departmentFields(departments, [])}
        <div class="buttons"><button>Add the user</button></div>
      </form>`,
  );
}

function departmentCard({ id, name, members }: DepartmentSummary): Markup {
  return html`<form class="card" method="post" action="/people">
    ${hidden('id', id)}
    <label>${members} members <input name="name" value="${name}" maxlength="200" required /></label>
    <div class="buttons">
      <button name="what" value="rename-department">Rename</button>
      <button class="stop" name="what" value="remove-department">Remove</button>
    </div>
  </form>`;
}

function userCard(user: User, departments: readonly DepartmentSummary[], canInvite: boolean): Markup {
  const { id, name, email, role, departmentIds, disabledAt, revision } = user;
  const isInvited = canInvite && email !== null;
  if (disabledAt !== null)
    return html`<form class="card" method="post" action="/people">
      ${hidden('id', id)} ${name} <span class="soft">· removed</span>
      <div class="buttons"><button name="what" value="restore-user">Let in again</button></div>
    </form>`;
  return html`<form class="card" method="post" action="/people">
    ${hidden('id', id)} ${hidden('revision', String(revision))}
    <label>Name <input name="name" value="${name}" maxlength="200" required /></label>
    <label>E-mail address <input name="email" type="email" value="${email ?? ''}" /></label>
    ${roleField(role)} ${departmentFields(departments, departmentIds)}
    <div class="buttons">
      <button class="go" name="what" value="change-user">Save</button>
      ${isInvited ? html`<button name="what" value="invite-user">Make an invitation</button>` : ''}
      <button class="stop" name="what" value="remove-user">Remove</button>
    </div>
  </form>`;
}

const hidden = (name: string, value: string): Markup => html`<input type="hidden" name="${name}" value="${value}" />`;

function roleField(role: string): Markup {
  return html`<label
    >Role
    <select name="role">
      ${ROLES.map((each) => (each === role ? html`<option selected>${each}</option>` : html`<option>${each}</option>`))}
    </select></label
  >`;
}

function departmentFields(departments: readonly DepartmentSummary[], chosen: readonly string[]): Markup {
  return html`${departments.map(
    ({ id, name }) =>
      html`<label class="choice"
        ><input type="checkbox" name="departments" value="${id}" ${chosen.includes(id) ? 'checked' : ''} />
        ${name}</label
      >`,
  )}`;
}
