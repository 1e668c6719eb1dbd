/** One tool: what it does, how it is judged, what it takes, and a form to try it. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { CatalogueTool } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { RiskBadge } from '../../primitives/badges.tsx';
import { JsonBlock } from '../../primitives/code-block.tsx';
import { Markdown } from '../../primitives/markdown.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { ToolSetting } from './tool-setting.tsx';
import { TryTool } from './try-tool.tsx';

interface Props {
  readonly tool: CatalogueTool;
  readonly preset: string;
}

export function ToolView({ tool, preset }: Props): ReactNode {
  const traits = [
    messages.catalogue.sideEffects[tool.sideEffects] ?? tool.sideEffects,
    messages.catalogue.confirmation[tool.confirmation] ?? tool.confirmation,
    ...(tool.idempotent ? [messages.catalogue.idempotent] : []),
    messages.catalogue.version(tool.version),
  ];
  return (
    <article className="item">
      <Link to="/tools" className="back">
        ← {messages.catalogue.title}
      </Link>
      <header className="item-head">
        <p className="item-line">
          <RiskBadge risk={tool.risk} />
          {traits.map((trait) => (
            <span key={trait} className="soft">
              {trait}
            </span>
          ))}
        </p>
        <h1 className="item-title mono">
          <VisibleText text={tool.name} />
        </h1>
      </header>
      <ToolSetting tool={tool.name} holds={tool.setting} preset={preset} />
      <Markdown text={tool.description} />
      <h2 className="section">{messages.catalogue.tryIt}</h2>
      <TryTool tool={tool} preset={preset} />
      {tool.documentation !== undefined && tool.documentation !== tool.description && (
        <details className="fold">
          <summary>{messages.catalogue.documentation}</summary>
          <Markdown text={tool.documentation} />
        </details>
      )}
      <details className="fold">
        <summary>{messages.catalogue.schema}</summary>
        <JsonBlock label={messages.catalogue.schema} value={tool.inputSchema} />
      </details>
      <details className="fold">
        <summary>{messages.catalogue.output}</summary>
        <JsonBlock label={messages.catalogue.output} value={tool.outputSchema} />
      </details>
    </article>
  );
}
