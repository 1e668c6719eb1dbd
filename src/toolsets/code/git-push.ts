/** Pushes a branch of a repository to a remote that the operator has listed. */
import { z } from 'zod';

import { DeputizeError, defineTool, toErrorValue, type PreviewPart } from '../../core/index.ts';
import type { PushPlan } from '../../ports/git-client.ts';
import { repositoryInput, revisionInput } from '../../domains/code/repository.ts';

export const gitPush = defineTool({
  name: 'git_push',
  title: 'Git push',
  description:
    'Push a branch of a Git repository to a remote that the configuration lists. Always needs approval; never forces.',
  input: z.strictObject({
    repository: repositoryInput,
    remote: revisionInput.default('origin').describe('The name of the remote in the repository'),
    branch: revisionInput.optional().describe('The branch to push, to its own name; otherwise the current one'),
  }),
  output: z.strictObject({
    remote: z.string(),
    url: z.string(),
    branch: z.string(),
    hash: z.string(),
    status: z.enum(['pushed', 'up-to-date']),
  }),
  risk: 'high',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'always',
  grants: false,
  latencyBudgetMs: 30_000,
  timeoutMs: 180_000,
  labels: { sendsOut: true },
  needs: ['files', 'git'],

  facts: async ({ repository: named, remote, branch }, { files, git, signal }) => {
    const repository = files.normalize(named);
    const plan = await git.planPush(repository, { remote, branch }, { signal });
    return { effect: 'send', hosts: [plan.host], targets: [plan.url, plan.branch], paths: [repository || '.'] };
  },

  preview: async ({ repository, remote, branch }, { files, git, signal }) => {
    const plan = await git.planPush(files.normalize(repository), { remote, branch }, { signal });
    return { title: `Push ${plan.branch} to ${plan.url}`, parts: buildPreviewParts(plan), state: toState(plan) };
  },

  run: async ({ repository: named, remote, branch }, { files, git, signal, expected }) => {
    const repository = files.normalize(named);
    const plan = await git.planPush(repository, { remote, branch }, { signal });
    if (expected !== undefined && toState(plan) !== expected) {
      throw new DeputizeError('CONFLICT', `${plan.branch} or its remote has changed since it was approved.`);
    }
    try {
      const status = await git.push(repository, plan, { signal });
      return { remote: plan.remote, url: plan.url, branch: plan.branch, hash: plan.hash, status };
    } catch (thrown) {
      throw mayHaveArrived(thrown);
    }
  },
});

const toState = ({ url, branch, hash }: PushPlan): string => `${url} ${branch} ${hash}`;

function buildPreviewParts({ url, remote, branch, hash, commits, truncated }: PushPlan): PreviewPart[] {
  const items = commits.map((commit) => `${commit.hash.slice(0, 12)} ${commit.author.name}: ${commit.subject}`);
  if (truncated) items.push('and more');
  return [
    {
      kind: 'list',
      label: 'Where',
      items: [`address: ${url}`, `remote: ${remote}`, `branch: ${branch}`, `commit: ${hash}`],
    },
    { kind: 'list', label: 'Commits that the remote is not known to have', items },
  ];
}

/** After a broken connection it is unknown whether the push arrived. */
function mayHaveArrived(thrown: unknown): unknown {
  const { code, message, details } = toErrorValue(thrown, 'EXECUTION_ERROR');
  if (code !== 'EXTERNAL_ERROR') return thrown;
  return new DeputizeError(code, message, { details, retryable: false, partialSideEffects: true, cause: thrown });
}
