/** The views in their order. On a phone the first ones are always in reach, the others behind one more press. */
import { messages } from '../messages.ts';
import { usePresets } from '../state/queries.ts';

export interface View {
  readonly to:
    | '/'
    | '/chat'
    | '/activity'
    | '/tools'
    | '/rules'
    | '/mail'
    | '/calendar'
    | '/files'
    | '/company/mail'
    | '/company/calendar'
    | '/company/files'
    | '/team'
    | '/setup';
  readonly name: string;
  readonly isFirst: boolean;
  /** Only where there is this kind of assistant. */
  readonly preset?: string;
}

const { approvals, chat, activity, mail, calendar, files, team, catalogue, rules, setup } = messages.nav;
const APPROVALS: View = { to: '/', name: approvals, isFirst: true };

const VIEWS: readonly View[] = [
  APPROVALS,
  { to: '/chat', name: chat, isFirst: true },
  { to: '/activity', name: activity, isFirst: true },
  { to: '/mail', name: mail, isFirst: false, preset: 'personal' },
  { to: '/calendar', name: calendar, isFirst: false, preset: 'personal' },
  { to: '/files', name: files, isFirst: false, preset: 'personal' },
  { to: '/company/mail', name: mail, isFirst: false, preset: 'organization' },
  { to: '/company/calendar', name: calendar, isFirst: false, preset: 'organization' },
  { to: '/company/files', name: files, isFirst: false, preset: 'organization' },
  { to: '/team', name: team, isFirst: false, preset: 'organization' },
  { to: '/tools', name: catalogue, isFirst: false },
  { to: '/rules', name: rules, isFirst: false },
  { to: '/setup', name: setup, isFirst: false },
];

const MORE: View = { to: '/setup', name: messages.more.title, isFirst: false };

export function viewAt(path: string): View {
  if (path === '/more') return MORE;
  return VIEWS.findLast(({ to }) => path.startsWith(to)) ?? APPROVALS;
}

/** Of views with the same name, which are the same page of several assistants, that of the first assistant. */
export function useViews(): readonly View[] {
  const { data = [] } = usePresets();
  const offered = VIEWS.filter(({ preset }) => preset === undefined || data.includes(preset));
  const rank = ({ preset = '' }: View): number => data.indexOf(preset);
  return offered.filter((view) => !offered.some((other) => other.name === view.name && rank(other) < rank(view)));
}
