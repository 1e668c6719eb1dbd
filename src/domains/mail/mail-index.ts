/** The full-text index over subject, summary and sender, with the same terms for FTS5 (SQLite, D1) and tsvector (PostgreSQL). */
import { sql as raw } from 'kysely';

import { createSqlBuilder, prepared } from '../../core/storage/statements.ts';
import type { Database, SqlQuery } from '../../ports/database.ts';
import { senderWords, toSearchWords, type SearchTerm } from './search-words.ts';

interface MailIndexEntry {
  readonly subject: string;
  readonly summary: string;
  readonly senders: readonly string[];
}

export interface MailSearchTerms {
  /** In subject or summary. */
  readonly anywhere: readonly SearchTerm[];
  readonly subject: readonly SearchTerm[];
  readonly sender: readonly SearchTerm[];
}

/** The text is already split into words. The tokenizer of the database must not split them again. */
const TOKENS = `tokenize = "ascii tokenchars '@._+-'"`;

export function indexTables(dialect: Database['dialect']): string[] {
  if (dialect === 'sqlite')
    return [
      `create virtual table mail_search using fts5 (subject, summary, who, content = '', contentless_delete = 1, ${TOKENS})`,
    ];
  return ['alter table mails add column words tsvector', 'create index mails_by_words on mails using gin (words)'];
}

export function indexMail(dialect: Database['dialect'], n: number, indexed: MailIndexEntry): SqlQuery {
  const [subject, summary] = [toSearchWords(indexed.subject), toSearchWords(indexed.summary)];
  const who = indexed.senders.flatMap(senderWords);
  return dialect === 'sqlite'
    ? putSearchRow({ n, subject: subject.join(' '), summary: summary.join(' '), who: who.join(' ') })
    : setSearchWords({ n, words: vector(subject, summary, who) });
}

interface IndexTables {
  mail_search: { rowid: number; subject: string; summary: string; who: string };
  mails: { n: number; words: unknown };
}

const putSearchRow = prepared<{ n: number; subject: string; summary: string; who: string }>(
  ({ n, subject, summary, who }) =>
    createSqlBuilder<IndexTables>('sqlite')
      .insertInto('mail_search')
      .orReplace()
      .values({ rowid: n, subject, summary, who }),
);

const setSearchWords = prepared<{ n: number; words: string }>(({ n, words }) =>
  createSqlBuilder<IndexTables>('postgres')
    .updateTable('mails')
    .set({ words: raw`${words}::tsvector` })
    .where('n', '=', n),
);

/** Builds the search expression. Every term consists of normalized words in quotes, so that none of it is query syntax. */
export function buildSearchExpression(
  dialect: Database['dialect'],
  { anywhere, subject, sender }: MailSearchTerms,
): string {
  const groups =
    dialect === 'sqlite'
      ? [ftsGroup('{subject summary}', anywhere), ftsGroup('subject', subject), ftsGroup('who', sender)]
      : [tsGroup('AB', anywhere), tsGroup('A', subject), tsGroup('C', sender)];
  return groups.filter((group) => group !== '').join(dialect === 'sqlite' ? ' AND ' : ' & ');
}

function ftsGroup(columns: string, terms: readonly SearchTerm[]): string {
  const phrases = terms.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`);
  return phrases.length === 0 ? '' : `${columns} : (${phrases.join(' AND ')})`;
}

function tsGroup(weights: string, terms: readonly SearchTerm[]): string {
  return terms
    .map(({ words, isPrefix }) =>
      words.map((word, at) => `'${word}':${isPrefix && at === words.length - 1 ? '*' : ''}${weights}`).join(' <-> '),
    )
    .map((phrase) => `(${phrase})`)
    .join(' & ');
}

/** The gap between the positions of two columns, so that no phrase matches across subject and summary. */
const GAP = 8;
const LAST_POSITION = 16_383;

export function vector(...columns: readonly (readonly string[])[]): string {
  let position = 0;
  return columns
    .flatMap((words, column) => {
      position += GAP;
      return words.map((word) => `'${word}':${Math.min(LAST_POSITION, (position += 1))}${'ABC'[column] ?? 'D'}`);
    })
    .join(' ');
}
