/** How outcomes look in a terminal, and which exit code they mean. */
import {
  changesSentence,
  editedSentence,
  inWords,
  showHidden,
  type ApprovalView,
  type Outcome,
} from '../../core/index.ts';
import { actorName } from '../../wire/actor-name.ts';
import { findSurroundingText, orderOrigins, originWords, findOriginWarning } from '../../wire/origin-words.ts';

export function outcomeText(outcome: Outcome): string {
  const more = [editedSentence(outcome), changesSentence(outcome)].filter((text) => text !== undefined);
  return [stateText(outcome), ...more.map(showHidden)].join('\n');
}

function stateText(outcome: Outcome): string {
  const { state, callId } = outcome;
  switch (outcome.state) {
    case 'ok':
      return JSON.stringify(outcome.value, null, 2);
    case 'reported':
      return `${JSON.stringify(outcome.value, null, 2)}\n${outcome.report}`;
    case 'pending': {
      const { approval, decision, value } = outcome;
      return [
        ...(value === undefined ? [] : [JSON.stringify(value, null, 2)]),
        `Waiting for a person: ${decision.reason} (${decision.rule})`,
        ...(approval.workspace === undefined ? [] : [`  in:          ${showHidden(approval.workspace)}`]),
        `  look at it:  deputize approvals show ${approval.id}`,
        `  decide:      deputize approvals approve ${approval.id}   or   deny ${approval.id}`,
        `  or:          ${whereToDecide(approval)}`,
        `  until:       ${approval.expiresAt}`,
      ].join('\n');
    }
    case 'refused':
    case 'failed':
    case 'unknown':
      return `${state} (${outcome.error.code}): ${showHidden(outcome.error.message)}\n  call ${callId}`;
  }
}

/** The page of an approval, or how to get one. */
export function whereToDecide({ url }: { readonly url?: string | undefined }): string {
  return url === undefined ? 'start the server with deputize start, and decide in the console' : `open ${url}`;
}

export function approvalText(approval: ApprovalView): string {
  const { id, preview, tool, preset, risk, reason, rule, requestedBy, expiresAt, args, state, scope, resources } =
    approval;
  const parts = preview.parts.flatMap((part) =>
    part.kind === 'diff'
      ? [indent(part.diff)]
      : inWords(part).map(({ label, lines }) => `${showHidden(label)}:\n${indent(lines.join('\n'))}`),
  );
  return [
    showHidden(preview.title),
    `  id       ${id}`,
    `  tool     ${tool} (${preset}), ${risk} risk, ${state}`,
    ...(resources.length === 0 ? [] : [`  in       ${showHidden(resources.map(({ label }) => label).join(', '))}`]),
    `  reaches  ${showHidden(scope.join(', ')) || 'what the arguments name'}`,
    `  why      ${reason} (${rule})`,
    `  by       ${actorName(requestedBy)}`,
    `  until    ${expiresAt}`,
    '',
    ...parts,
    '',
    ...originLines(approval),
    'Exact arguments:',
    indent(JSON.stringify(args, null, 2)),
  ].join('\n');
}

function originLines({ provenance }: ApprovalView): string[] {
  if (provenance.length === 0) return [];
  const { values, rest, hasOthers } = orderOrigins(provenance);
  const lines = [...values, ...rest].flatMap((traced) => {
    const [warning, around] = [findOriginWarning(traced), findSurroundingText(traced)];
    return [
      `${originWords.kinds[traced.kind]} ${oneLine(traced.value)}`,
      `    ${warning === undefined ? '' : `${warning}. `}${originWords.of[traced.origin]}`,
      ...(around === null ? [] : [`    ${originWords.where}: “${oneLine(around)}”`]),
    ];
  });
  return [`${originWords.title}:`, indent([...(hasOthers ? [originWords.hint] : []), ...lines].join('\n')), ''];
}

/** So that a value cannot look like a line of ours. */
const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ⏎ ');

/**
 * What a model or a tool wrote, so that it cannot steer the terminal: control characters and direction changes are shown
 * and not sent. What joins and colours an emoji is let through.
 */
export function terminalText(text: string): string {
  return text.replaceAll(/[[\p{Cc}\p{Cf}]--[\n\t\u200D]]/gv, (found) => showHidden(found));
}

// What a tool or a mail wrote must not steer the terminal.
function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${showHidden(line)}`)
    .join('\n');
}
