/** The views and their addresses. What is not seen first is loaded when it is asked for. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';

import { ApprovalsPanel } from './panels/approvals/approvals-panel.tsx';
import { Shell } from './panels/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: ApprovalsPanel });

const waiting = createRoute({ getParentRoute: () => root, path: '/', component: ApprovalsPanel });
const waitingOne = createRoute({ getParentRoute: () => root, path: '/waiting/$id', component: ApprovalsPanel });
const activityPanel = lazyRouteComponent(() => import('./panels/activity/activity-panel.tsx'), 'ActivityPanel');
const activity = createRoute({ getParentRoute: () => root, path: '/activity', component: activityPanel });
const activityOne = createRoute({ getParentRoute: () => root, path: '/activity/$id', component: activityPanel });
const cataloguePanel = lazyRouteComponent(() => import('./panels/catalogue/catalogue-panel.tsx'), 'CataloguePanel');
const tools = createRoute({ getParentRoute: () => root, path: '/tools', component: cataloguePanel });
const toolsOne = createRoute({ getParentRoute: () => root, path: '/tools/$name', component: cataloguePanel });
const rules = createRoute({
  getParentRoute: () => root,
  path: '/rules',
  component: lazyRouteComponent(() => import('./panels/rules/rules-panel.tsx'), 'RulesPanel'),
});

export const router = createRouter({
  routeTree: root.addChildren([waiting, waitingOne, activity, activityOne, tools, toolsOne, rules]),
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
