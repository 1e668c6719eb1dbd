/** The tools that a preset offers, beside the one that was chosen. */
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { CatalogueTool } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { RiskBadge } from '../../primitives/badges.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { SearchField } from '../../primitives/search-field.tsx';
import { useTools } from '../../state/queries.ts';
import { ToolView } from './tool-view.tsx';

export function CataloguePanel(): ReactNode {
  const { name } = useParams({ strict: false });
  const [preset, setPreset] = useState<string | undefined>();
  const [words, setWords] = useState('');
  const { data, error, isPending } = useTools(preset, true);
  const found = (data?.tools ?? []).filter((tool) => fits(tool, words));
  const tool = data?.tools.find((one) => one.name === name);
  return (
    <div className="split" data-chosen={name !== undefined}>
      <section className="split-list" aria-labelledby="catalogue-title">
        <div className="split-head">
          <h1 id="catalogue-title">{messages.catalogue.title}</h1>
          <span className="soft">{data && data.tools.length}</span>
        </div>
        <div className="filters">
          <SearchField label={messages.catalogue.search} value={words} onChange={setWords} />
          <label>
            <span className="unseen">{messages.catalogue.preset}</span>
            <select value={data?.preset ?? ''} onChange={({ target }) => setPreset(target.value)}>
              {data?.presets.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
        </div>
        {isPending && <p className="placeholder">{messages.loading}</p>}
        {error && <Notice tone="bad">{error.message}</Notice>}
        {data && found.length === 0 && <p className="empty">{messages.catalogue.nothing}</p>}
        <ul className="rows">
          {found.map((one) => (
            <li key={one.name} className="row" data-current={one.name === name}>
              <Row tool={one} isCurrent={one.name === name} />
            </li>
          ))}
        </ul>
      </section>
      <section className="split-main" aria-label={messages.catalogue.documentation}>
        {tool && data ? (
          <ToolView key={`${data.preset}/${tool.name}`} tool={tool} preset={data.preset} />
        ) : (
          <p className="placeholder">{messages.catalogue.choose}</p>
        )}
      </section>
    </div>
  );
}

function Row({ tool, isCurrent }: { readonly tool: CatalogueTool; readonly isCurrent: boolean }): ReactNode {
  return (
    <Link to="/tools/$name" params={{ name: tool.name }} className="row-link" aria-current={isCurrent || undefined}>
      <span className="row-title mono">
        <VisibleText text={tool.name} />
      </span>
      <span className="row-meta">
        <RiskBadge risk={tool.risk} />
        <span className="cut">
          <VisibleText text={tool.title} />
        </span>
      </span>
    </Link>
  );
}

function fits({ name, title, description }: CatalogueTool, words: string): boolean {
  const text = `${name} ${title} ${description}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
