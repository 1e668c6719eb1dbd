/** The two documents of a tool: the short one that models are always given, and the long one with its seven sections. */
import { showHidden } from '../core/index.ts';
import type { FaultReporter } from './build-fault.ts';

const SUMMARY_BELOW = 250;
const SECTIONS = [
  'Summary',
  'Preconditions',
  'Postconditions',
  'Invariants',
  'Failure Modes',
  'Examples',
  'Common Mistakes',
] as const;

/** Characters that steer a terminal or hide from a reader. Line ends and the joiners of emoji and scripts are none. */
const HIDDEN = /[^\P{C}\n\t\u200C\u200D]/u;

export function findHiddenCharacter(text: string): { line: number; shown: string } | undefined {
  const found = HIDDEN.exec(text);
  if (!found) return undefined;
  return { line: text.slice(0, found.index).split('\n').length, shown: showHidden(found[0]) };
}

export function checkSummary(text: string, report: FaultReporter): void {
  const file = 'doc_summary.md';
  const summary = text.trim();
  const length = Array.from(summary).length;
  if (length === 0) report(file, 1, 'nothing', 'say in two to four lines what the tool does and when to use it');
  if (length >= SUMMARY_BELOW)
    report(file, 1, `${length} characters`, `keep it under ${SUMMARY_BELOW}: it is part of every prompt`);
  const hidden = findHiddenCharacter(text);
  if (hidden) report(file, hidden.line, `the hidden character ${hidden.shown}`, 'take it out');
}

export function checkDocumentation(text: string, report: FaultReporter): void {
  const file = 'doc.md';
  const found = parseSections(text);
  for (const name of SECTIONS) {
    const section = found.find(({ title }) => isNamed(title, name));
    if (!section)
      report(file, 1, `no section "## ${name}"`, `add "## ${name}"; the sections are ${SECTIONS.join(', ')}`);
    else if (section.body.trim() === '')
      report(file, section.line, `nothing under "## ${name}"`, 'write at least one sentence there');
  }
  const hidden = findHiddenCharacter(text);
  if (hidden) report(file, hidden.line, `the hidden character ${hidden.shown}`, 'take it out');
}

interface DocSection {
  readonly title: string;
  readonly line: number;
  readonly body: string;
}

/** The second-level sections of a Markdown text. What looks like a heading inside a code block is none. */
export function parseSections(text: string): readonly DocSection[] {
  const sections: { title: string; line: number; body: string }[] = [];
  let fence: string | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (mark !== undefined && fence !== undefined && mark.startsWith(fence)) fence = undefined;
    const title = fence === undefined ? /^## +(.*?)\s*#*$/.exec(line)?.[1] : undefined;
    const last = sections.at(-1);
    if (title !== undefined) sections.push({ title, line: at + 1, body: '' });
    else if (last) last.body += `${line}\n`;
  }
  return sections;
}

/** "Common Mistakes (Do Not)" is the section Common Mistakes. */
export function isNamed(title: string, name: string): boolean {
  return title === name || title.startsWith(`${name} (`);
}
