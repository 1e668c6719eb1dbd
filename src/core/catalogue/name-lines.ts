/** Lists the names of many tools in few lines, grouped by server. Every server gets some of the space. */
import { estimateTokens } from './tokens.ts';

interface Group {
  readonly prefix: string;
  readonly names: readonly string[];
  shown: number;
}

/** Groups with fewer names get no separate line. */
const SMALLEST_GROUP = 3;

/** Formats the names as lines for a prompt, within about `maxTokens`. Names that do not fit are counted instead. */
export function nameLines(names: readonly string[], maxTokens: number): string {
  const groups = groupNames(names);
  let left = maxTokens - groups.length * LINE_TOKENS;
  // Each group gets one name a round, so that a server with a thousand tools leaves room for the rest.
  for (let open: readonly Group[] = groups; open.length > 0 && left > 0;) {
    for (const group of open) {
      left -= estimateTokens(`, ${group.names[group.shown] ?? ''}`);
      if (left < 0) break;
      group.shown += 1;
    }
    open = open.filter(({ names: all, shown }) => shown < all.length);
  }
  return groups.slice(0, MAX_GROUPS).map(formatGroup).join('\n');
}

const LINE_TOKENS = 8;
const MAX_GROUPS = 50;

function groupNames(names: readonly string[]): Group[] {
  const byPrefix = Map.groupBy(names, (name) => name.slice(0, name.indexOf('.') + 1));
  const large = [...byPrefix].filter(([prefix, all]) => prefix !== '' && all.length >= SMALLEST_GROUP);
  const own = large.slice(0, MAX_GROUPS - 1).map(([prefix]) => prefix);
  const rest = names.filter((name) => !own.some((prefix) => name.startsWith(prefix)));
  return [
    ...own.map((prefix) => ({ prefix, names: byPrefix.get(prefix) ?? [], shown: 0 })),
    ...(rest.length > 0 ? [{ prefix: '', names: rest, shown: 0 }] : []),
  ];
}

function formatGroup({ prefix, names, shown }: Group): string {
  const hidden = names.length - shown;
  const parts = names.slice(0, shown).map((name) => name.slice(prefix.length));
  if (hidden > 0) parts.push(shown === 0 ? `${hidden} tools` : `and ${hidden} more`);
  return `- ${prefix === '' ? '' : `${prefix}*: `}${parts.join(', ')}`;
}
