/** Renders documentation: headings, paragraphs, lists and code. Any other markup is shown as plain text. */
import type { ReactNode } from 'react';

import { CodeBlock } from './code-block.tsx';
import { readMarkdown, type Block } from './read-markdown.ts';
import { VisibleText } from './visible-text.tsx';

export function Markdown({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="markdown">
      {readMarkdown(text).map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <h3>
          <Inline text={block.text} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Inline text={block.text} />
        </p>
      );
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, at) => (
            <li key={at}>
              <Inline text={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <table className="markdown-table">
          <thead>
            <Row cells={block.head} Cell="th" />
          </thead>
          <tbody>
            {block.rows.map((cells, at) => (
              <Row key={at} cells={cells} Cell="td" />
            ))}
          </tbody>
        </table>
      );
    case 'code':
      return <CodeBlock label={block.language || 'code'} text={block.text} isCode />;
  }
}

function Row({ cells, Cell }: { readonly cells: readonly string[]; readonly Cell: 'th' | 'td' }): ReactNode {
  return (
    <tr>
      {cells.map((cell, at) => (
        <Cell key={at}>
          <Inline text={cell} />
        </Cell>
      ))}
    </tr>
  );
}

/** Only code and weight; a link stays the text that it is. */
function Inline({ text }: { readonly text: string }): ReactNode {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece, at) => {
    if (piece.startsWith('`') && piece.length > 2) {
      return (
        <code key={at}>
          <VisibleText text={piece.slice(1, -1)} />
        </code>
      );
    }
    if (piece.startsWith('**') && piece.length > 4) {
      return (
        <strong key={at}>
          <VisibleText text={piece.slice(2, -2)} />
        </strong>
      );
    }
    return <VisibleText key={at} text={piece} />;
  });
}
