/** A request to the web: its method, its address with the host set off, and everything that goes along. */
import type { ReactNode } from 'react';

import type { PreviewPartMessage } from '../../src/wire/previews.ts';
import { messages } from '../messages.ts';
import { CodeBlock } from './code-block.tsx';
import { VisibleText } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

const said = messages.previews.request;

type Request = Extract<PreviewPartMessage, { kind: 'request' }>;

export function RequestPart({ request }: { readonly request: Request }): ReactNode {
  const { method, url, query, headers, body, warnings } = request;
  const [before, host, after] = aroundHost(url);
  return (
    <div className="part">
      <Warnings warnings={warnings} />
      <p className="request-line">
        <span className="badge">{method}</span>{' '}
        <span className="mono request-url">
          <VisibleText text={before} />
          <strong className="request-host">
            <VisibleText text={host} />
          </strong>
          <VisibleText text={after} />
        </span>
      </p>
      <Table name={said.query} rows={query} />
      <Table name={said.headers} rows={headers} />
      {body !== null && (
        <>
          <h3 className="part-label">{said.body(new TextEncoder().encode(body).length)}</h3>
          <CodeBlock label={said.bodyLabel} text={body} isCode={body.startsWith('{')} />
        </>
      )}
    </div>
  );
}

function Table({ name, rows }: { readonly name: string; readonly rows: Request['headers'] }): ReactNode {
  return (
    rows.length > 0 && (
      <>
        <h3 className="part-label">{name}</h3>
        <dl className="facts mono request-table">
          {rows.map((row, at) => (
            <div key={at} className="request-row">
              <dt>
                <VisibleText text={row.name} />
              </dt>
              <dd>
                <VisibleText text={row.value} />
              </dd>
            </div>
          ))}
        </dl>
      </>
    )
  );
}

/** The address in three: what precedes the host, the host with its port, and the rest. */
function aroundHost(url: string): readonly [string, string, string] {
  if (!URL.canParse(url)) return [url, '', ''];
  const { host } = new URL(url);
  const at = url.indexOf(host);
  return at < 0 ? [url, '', ''] : [url.slice(0, at), host, url.slice(at + host.length)];
}
