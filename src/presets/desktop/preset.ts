/** The desktop preset: an assistant that uses one's own computer, within the scopes that the configuration names. */
import type { Preset } from '../../core/index.ts';
import { filesEnsureDir } from '../../toolsets/files/scoped/files-ensure-dir.ts';
import { filesListDir } from '../../toolsets/files/scoped/files-list-dir.ts';
import { filesMoveGlob } from '../../toolsets/files/scoped/files-move-glob.ts';
import { filesReadText } from '../../toolsets/files/scoped/files-read-text.ts';
import { filesSearch } from '../../toolsets/files/scoped/files-search.ts';
import { filesWriteText } from '../../toolsets/files/scoped/files-write-text.ts';
import { appsOpen } from '../../toolsets/desktop/apps-open.ts';
import { browserOpenUrl } from '../../toolsets/desktop/browser-open-url.ts';
import { clipboardRead } from '../../toolsets/desktop/clipboard-read.ts';
import { clipboardWrite } from '../../toolsets/desktop/clipboard-write.ts';
import { notifySend } from '../../toolsets/desktop/notify-send.ts';
import { shellRun } from '../../toolsets/desktop/shell-run.ts';
import { readResult } from '../../toolsets/session/read-result.ts';

/** Beside the base rules: what changes something asks, though its risk be no more than medium. */
const CHANGES_ASK = `
@id("changes-ask")
@reason("It would change something on your computer, so you approve first.")
forbid (principal, action == Action::"run", resource)
when { context.risk == "medium" && !(context.facts.effect == "none" || context.facts.effect == "read") }
unless { context.granted && resource.grants };
`;

const EVERYTHING_ASKS = `
@id("everything-asks")
@reason("You chose to be asked about everything.")
forbid (principal, action == Action::"run", resource)
when { !context.facts.targets.isEmpty() || !context.facts.paths.isEmpty() || !context.facts.hosts.isEmpty() }
unless { context.granted && resource.grants };
`;

export const desktop: Preset = {
  name: 'desktop',
  description:
    'Uses your own computer: the clipboard, notifications, files in the folders you name, applications and web pages you list. It asks before it changes anything.',
  tools: [
    ...[clipboardRead, clipboardWrite, notifySend, appsOpen],
    ...[filesListDir, filesSearch, filesReadText, filesWriteText, filesEnsureDir, filesMoveGlob],
    ...[browserOpenUrl, shellRun, readResult],
  ],
  policy: CHANGES_ASK,
  plans: true,
};

/** For someone who wants to be asked about looking, too. */
export const desktopAskingEverything: Preset = { ...desktop, policy: `${CHANGES_ASK}${EVERYTHING_ASKS}` };
