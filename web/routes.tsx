/** The views and their addresses. What is not seen first is loaded when it is asked for. */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';

import { ApprovalsPanel } from './panels/approvals/approvals-panel.tsx';
import { createLazyView } from './panels/lazy-view.tsx';
import { MorePanel } from './panels/more-panel.tsx';
import { Shell } from './panels/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: ApprovalsPanel });

const waiting = createRoute({ getParentRoute: () => root, path: '/', component: ApprovalsPanel });
const waitingOne = createRoute({ getParentRoute: () => root, path: '/waiting/$id', component: ApprovalsPanel });
const chatPanel = createLazyView(async () => (await import('./panels/chat/chat-panel.tsx')).ChatPanel);
const chat = createRoute({ getParentRoute: () => root, path: '/chat', component: chatPanel });
const chatOne = createRoute({ getParentRoute: () => root, path: '/chat/$id', component: chatPanel });
const activityPanel = createLazyView(async () => (await import('./panels/activity/activity-panel.tsx')).ActivityPanel);
const activity = createRoute({ getParentRoute: () => root, path: '/activity', component: activityPanel });
const activityOne = createRoute({ getParentRoute: () => root, path: '/activity/$id', component: activityPanel });
const cataloguePanel = createLazyView(
  async () => (await import('./panels/catalogue/catalogue-panel.tsx')).CataloguePanel,
);
const tools = createRoute({ getParentRoute: () => root, path: '/tools', component: cataloguePanel });
const toolsOne = createRoute({ getParentRoute: () => root, path: '/tools/$name', component: cataloguePanel });
const rules = createRoute({
  getParentRoute: () => root,
  path: '/rules',
  component: createLazyView(async () => (await import('./panels/rules/rules-panel.tsx')).RulesPanel),
});

const mailPanel = createLazyView(async () => (await import('./panels/mail/mail-panel.tsx')).MailPanel);
const mail = createRoute({ getParentRoute: () => root, path: '/mail', component: mailPanel });
const mailOne = createRoute({ getParentRoute: () => root, path: '/mail/$id', component: mailPanel });
const calendar = createRoute({
  getParentRoute: () => root,
  path: '/calendar',
  component: createLazyView(async () => (await import('./panels/calendar/calendar-panel.tsx')).CalendarPanel),
});
const files = createRoute({
  getParentRoute: () => root,
  path: '/files',
  component: createLazyView(async () => (await import('./panels/files/files-panel.tsx')).FilesPanel),
});
const companyMailPanel = createLazyView(
  async () => (await import('./panels/company/company-mail-panel.tsx')).CompanyMailPanel,
);
const companyMail = createRoute({ getParentRoute: () => root, path: '/company/mail', component: companyMailPanel });
const companyMailOne = createRoute({
  getParentRoute: () => root,
  path: '/company/mail/$id',
  component: companyMailPanel,
});
const companyCalendar = createRoute({
  getParentRoute: () => root,
  path: '/company/calendar',
  component: createLazyView(
    async () => (await import('./panels/company/company-calendar-panel.tsx')).CompanyCalendarPanel,
  ),
});
const companyFiles = createRoute({
  getParentRoute: () => root,
  path: '/company/files',
  component: createLazyView(async () => (await import('./panels/company/company-files-panel.tsx')).CompanyFilesPanel),
});
const team = createRoute({
  getParentRoute: () => root,
  path: '/team',
  component: createLazyView(async () => (await import('./panels/team/team-panel.tsx')).TeamPanel),
});
const peoplePanel = createLazyView(async () => (await import('./panels/people/people-panel.tsx')).PeoplePanel);
const people = createRoute({ getParentRoute: () => root, path: '/team/people', component: peoplePanel });
const peopleOne = createRoute({ getParentRoute: () => root, path: '/team/people/$id', component: peoplePanel });
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: createLazyView(async () => (await import('./panels/setup/setup-panel.tsx')).SetupPanel),
});
const more = createRoute({ getParentRoute: () => root, path: '/more', component: MorePanel });

export const router = createRouter({
  routeTree: root.addChildren([
    ...[waiting, waitingOne, chat, chatOne, activity, activityOne, tools, toolsOne, rules],
    ...[mail, mailOne, calendar, files, companyMail, companyMailOne, companyCalendar, companyFiles],
    ...[team, people, peopleOne, setup, more],
  ]),
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
