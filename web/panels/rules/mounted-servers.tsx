/** Servers whose tools are offered here, and what they changed since: seen as a difference, and accepted or not. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { MountedServerMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { DiffView } from '../../primitives/diff-view.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { parseDiff } from '../../primitives/parse-diff.ts';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { ask } from '../../state/api.ts';
import { useChangeSetting } from '../../state/change-setting.ts';
import { client, useMountedServers } from '../../state/queries.ts';

const words = messages.servers;
type Tool = MountedServerMessage['tools'][number];

export function MountedServers(): ReactNode {
  const { data = [], error } = useMountedServers();
  if (data.length === 0) return error && <Notice tone="bad">{error.message}</Notice>;
  return (
    <section aria-labelledby="servers-title">
      <h2 id="servers-title">{words.title}</h2>
      <p className="soft">{words.hint}</p>
      {data.map((server) => (
        <Server key={server.name} server={server} />
      ))}
    </section>
  );
}

function Server({ server }: { readonly server: MountedServerMessage }): ReactNode {
  const { name, target, state, tools, error, warnings, review } = server;
  const waiting = tools.filter((tool) => tool.state === 'quarantined');
  const offered = tools.filter((tool) => tool.state === 'offered').length;
  const off = useChangeSetting();
  const accept = useMutation({
    // The review is of what is shown here: had it changed since, nothing would be accepted.
    mutationFn: (tool: string | undefined) =>
      ask(`/api/mcp-servers/${encodeURIComponent(name)}/accept`, {
        json: { review, ...(tool === undefined ? {} : { tool }) },
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['servers'] });
      await client.invalidateQueries({ queryKey: ['tools'] });
    },
  });
  const fault = accept.error ?? off.error;
  return (
    <article className="server">
      <header className="server-head">
        <h3 className="mono">
          <VisibleText text={name} />
        </h3>
        <span className={state === 'running' ? 'badge tone-good' : 'badge'}>{words.states[state]}</span>
        <span className="soft">{words.tools(offered, waiting.length)}</span>
        {waiting.length > 1 && (
          <button
            type="button"
            className="button small"
            disabled={accept.isPending}
            onClick={() => accept.mutate(undefined)}
          >
            {words.acceptAll(waiting.length)}
          </button>
        )}
      </header>
      <p className="soft small mono">
        <VisibleText text={target} />
      </p>
      {error !== null && (
        <Notice tone="bad">
          <VisibleText text={error} />
        </Notice>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone="wait">
          <VisibleText text={warning} />
        </Notice>
      ))}
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {waiting.map((tool) => (
        <Withheld
          key={tool.name}
          tool={tool}
          isBusy={accept.isPending || off.isPending}
          onAccept={() => accept.mutate(toolOf(name, tool.name))}
          onOff={() => off.mutate({ pattern: tool.name, value: 'off' })}
        />
      ))}
    </article>
  );
}

/** The name of a tool on its server, without the server's name in front. */
const toolOf = (server: string, name: string): string =>
  name.startsWith(`${server}.`) ? name.slice(server.length + 1) : name;

interface WithheldProps {
  readonly tool: Tool;
  readonly isBusy: boolean;
  readonly onAccept: () => void;
  readonly onOff: () => void;
}

function Withheld({ tool, isBusy, onAccept, onOff }: WithheldProps): ReactNode {
  return (
    <div className="withheld">
      {tool.diff === null ? <p>{words.gone}</p> : <DiffView path={tool.name} lines={parseDiff(tool.diff)} />}
      <div className="buttons">
        <button
          type="button"
          className="button small"
          aria-label={words.offOne(tool.name)}
          disabled={isBusy}
          onClick={onOff}
        >
          {words.off}
        </button>
        <button
          type="button"
          className="button small primary"
          aria-label={words.acceptOne(tool.name)}
          disabled={isBusy}
          onClick={onAccept}
        >
          {words.accept}
        </button>
      </div>
    </div>
  );
}
