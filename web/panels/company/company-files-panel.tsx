/** The files of one's departments and one's own: found by name and text, added, and taken. */
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { CodeBlock } from '../../primitives/code-block.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { Time } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { SearchField } from '../../primitives/search-field.tsx';
import { useOwnCall } from '../../state/own-calls.ts';
import { client } from '../../state/queries.ts';
import { sendToCompany } from '../../state/send-file.ts';
import { download } from '../../state/session-key.ts';
import { useSettled } from '../../state/settled.ts';
import { Upload } from '../files/upload.tsx';
import { Sides } from './sides.tsx';

const words = messages.files;
const own = messages.company.files;
const TYPING_MS = 350;

interface Found {
  readonly files: readonly {
    readonly id: string;
    readonly filename: string;
    readonly contentType: string;
    readonly uploadedAt: string;
    readonly indexed: boolean;
  }[];
  readonly total: number;
}

export function CompanyFilesPanel(): ReactNode {
  const [text, setText] = useState('');
  const query = useSettled(text.trim(), TYPING_MS);
  const [limit, setLimit] = useState(20);
  const [isForMe, setForMe] = useState(false);
  const [chosen, setChosen] = useState<string | undefined>();
  const call = {
    preset: 'organization',
    tool: 'search_files',
    args: { limit, ...(query === '' ? {} : { query }) },
  };
  const { data, error, isPending } = useOwnCall<Found>(call);
  const { files = [], total = 0 } = data?.value ?? {};
  const lookAgain = (): void => void client.invalidateQueries({ queryKey: ['own', call] });
  return (
    <div className="page">
      <div className="page-head">
        <h1>{words.title}</h1>
        <Sides page="files" here="company" />
      </div>
      <p className="soft">{own.hint}</p>
      <Upload onDone={lookAgain} send={(file, onShare) => sendToCompany(file, isForMe, onShare)}>
        <label className="check">
          <input type="checkbox" checked={isForMe} onChange={() => setForMe(!isForMe)} />
          {own.forMe}
        </label>
      </Upload>
      <SearchField className="field" label={words.search} value={text} onChange={setText} />
      {error && <Notice tone="bad">{error.message}</Notice>}
      {isPending && <p className="soft">{messages.loading}</p>}
      {data && files.length === 0 && <p className="empty">{words.none}</p>}
      <ul className="cards">
        {files.map(({ id, filename, uploadedAt, indexed }) => (
          <li key={id} className="card">
            <span className="file-row">
              <span className="file-about">
                <button type="button" className="link" onClick={() => setChosen(chosen === id ? undefined : id)}>
                  <VisibleText text={filename} />
                </button>
                <span className="soft small card-more">
                  {indexed ? own.indexed : <span className="badge tone-wait">{own.reading}</span>} ·{' '}
                  <Time at={uploadedAt} />
                </span>
              </span>
              <button
                type="button"
                className="button small"
                onClick={() => void download(`/api/files/${encodeURIComponent(id)}/download`)}
                aria-label={words.takeOne(filename)}
              >
                {words.take}
              </button>
            </span>
            {chosen === id && <Shown id={id} name={filename} />}
          </li>
        ))}
      </ul>
      {files.length < total && limit < 100 && (
        <p className="placeholder">
          <button type="button" className="button small" onClick={() => setLimit(100)}>
            {own.more}
          </button>
        </p>
      )}
    </div>
  );
}

function Shown({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const { data, error } = useOwnCall<{ content: string }>({
    preset: 'organization',
    tool: 'get_file_content',
    args: { fileId: id },
  });
  return (
    <div className="file-shown">
      {error && <Notice tone="bad">{error.message}</Notice>}
      {data?.value && <CodeBlock label={name} text={data.value.content} />}
    </div>
  );
}
