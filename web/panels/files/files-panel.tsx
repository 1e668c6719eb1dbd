/** The assistant's own store of files: what is there, to read, take and add to. */
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { CodeBlock } from '../../primitives/code-block.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { Time } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { SearchField } from '../../primitives/search-field.tsx';
import { makeCall, useOwnCall, valueOf } from '../../state/own-calls.ts';
import { client } from '../../state/queries.ts';
import { Sides } from '../company/sides.tsx';
import { Upload } from './upload.tsx';

const words = messages.files;
const MOST = 1_000;

interface Listed {
  readonly files: readonly { readonly key: string; readonly size: number; readonly modified: string }[];
  readonly next: string | null;
}

export function FilesPanel(): ReactNode {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | undefined>();
  const call = { preset: 'personal', tool: 'list_files', args: { limit: MOST } };
  const { data, error, isPending } = useOwnCall<Listed>(call);
  const files = (data?.value?.files ?? []).filter(({ key }) => key.toLowerCase().includes(search.toLowerCase()));
  return (
    <div className="page">
      <div className="page-head">
        <h1>{words.title}</h1>
        <Sides page="files" here="own" />
      </div>
      <p className="soft">{words.hint}</p>
      <Upload onDone={() => void client.invalidateQueries({ queryKey: ['own', call] })} />
      <SearchField className="field" label={words.search} value={search} onChange={setSearch} />
      {error && <Notice tone="bad">{error.message}</Notice>}
      {isPending && <p className="soft">{messages.loading}</p>}
      {data && files.length === 0 && <p className="empty">{words.none}</p>}
      <ul className="cards">
        {files.map(({ key, size, modified }) => (
          <li key={key} className="card">
            <span className="file-row">
              <span className="file-about">
                <button type="button" className="link" onClick={() => setChosen(chosen === key ? undefined : key)}>
                  <VisibleText text={key} />
                </button>
                <span className="soft small card-more">
                  {words.size(size)} · <Time at={modified} />
                </span>
              </span>
              <Take name={key} />
            </span>
            {chosen === key && <Shown name={key} />}
          </li>
        ))}
      </ul>
      {data?.value && data.value.next !== null && <p className="soft">{words.rest(MOST)}</p>}
    </div>
  );
}

function Shown({ name }: { readonly name: string }): ReactNode {
  const { data, error } = useOwnCall<{ content: string }>({
    preset: 'personal',
    tool: 'read_file',
    args: { key: name },
  });
  return (
    <div className="file-shown">
      {error && <Notice tone="bad">{error.message}</Notice>}
      {data?.value && <CodeBlock label={name} text={data.value.content} />}
    </div>
  );
}

function Take({ name }: { readonly name: string }): ReactNode {
  const [problem, setProblem] = useState('');
  const take = async (): Promise<void> => {
    const args = { key: name, encoding: 'base64' };
    const value = await valueOf<{ content: string }>(await makeCall({ preset: 'personal', tool: 'read_file', args }));
    if (!value) return;
    const bytes = Uint8Array.from(atob(value.content), (character) => character.charCodeAt(0));
    // Never shown by the browser, whatever it holds: only kept as a file.
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: name.split('/').at(-1) ?? name });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <button
      type="button"
      className="button small"
      aria-label={words.takeOne(name)}
      onClick={() => void take().catch((error: unknown) => setProblem(String(error)))}
    >
      {problem === '' ? words.take : messages.failed}
    </button>
  );
}
