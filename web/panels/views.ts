/** The views in their order. On a phone the first ones are always in reach, the others behind one more press. */
import { messages } from '../messages.ts';

export interface View {
  readonly to: '/' | '/chat' | '/activity' | '/tools' | '/rules' | '/setup';
  readonly name: string;
  readonly isFirst: boolean;
}

const { approvals, chat, activity, catalogue, rules, setup } = messages.nav;
const APPROVALS: View = { to: '/', name: approvals, isFirst: true };

export const VIEWS: readonly View[] = [
  APPROVALS,
  { to: '/chat', name: chat, isFirst: true },
  { to: '/activity', name: activity, isFirst: true },
  { to: '/tools', name: catalogue, isFirst: false },
  { to: '/rules', name: rules, isFirst: false },
  { to: '/setup', name: setup, isFirst: false },
];

const MORE: View = { to: '/setup', name: messages.more.title, isFirst: false };

export function viewAt(path: string): View {
  if (path === '/more') return MORE;
  return VIEWS.findLast(({ to }) => path.startsWith(to)) ?? APPROVALS;
}
