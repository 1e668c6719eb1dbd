/** The key `audit` of `deputize.yaml`: where signed heads of the audit are kept outside of the data folder. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

import { parseRemote } from '../../connectors/git/remotes.ts';
import { toErrorValue } from '../../core/index.ts';
import { duration } from './duration.ts';
import { serverUrl } from './values.ts';

const MINUTE = 60_000;

const anchor = z
  .strictObject({
    folder: z
      .string()
      .min(1)
      .optional()
      .describe('A folder that exists, on another disk or machine. Each signed head becomes a file in it.'),
    git: z
      .string()
      .min(1)
      .superRefine(checkGitAddress)
      .optional()
      .describe(
        'The URL or path of a Git repository. Each signed head is pushed there as a commit; nothing is forced.',
      ),
    branch: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,100}(\/[A-Za-z0-9_-]{1,100})*$/, 'a name of letters, digits, - and _')
      .optional()
      .describe('The branch in the Git repository. Left out, audit.'),
    timestamp: serverUrl
      .optional()
      .describe('The URL of an RFC 3161 authority. Each signed head gets a time stamp, stored in the data folder.'),
    certificate: z
      .string()
      .min(1)
      .optional()
      .describe('The file with the certificate that time stamps are verified with.'),
    interval: duration
      .default(MINUTE)
      .refine((ms) => ms >= MINUTE, 'at least 1m')
      .describe('How often a new head is anchored there, where something changed.'),
  })
  .superRefine(({ folder, git, branch, timestamp, certificate }, context) => {
    const wrong = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message });
    if ([folder, git, timestamp].filter((one) => one !== undefined).length !== 1)
      wrong('folder', 'either a folder, git or a timestamp is needed');
    if (branch !== undefined && git === undefined) wrong('branch', 'only git has a branch');
    if ((certificate === undefined) !== (timestamp === undefined))
      wrong('certificate', 'a timestamp and its certificate belong together');
  });

/** A text with a colon is an address; all others are paths. */
function checkGitAddress(address: string, context: z.RefinementCtx): void {
  try {
    if (address.includes(':') || address.startsWith('-')) parseRemote(address);
  } catch (error) {
    context.addIssue({ code: 'custom', message: toErrorValue(error).message });
  }
}

export const auditConfig = z
  .strictObject({
    checkpointFile: z
      .string()
      .optional()
      .describe('A file on another disk. Signed checkpoints are also appended to it.'),
    anchors: z
      .array(anchor)
      .max(20)
      .default([])
      .describe('Places outside of the data folder that keep signed heads of the audit.'),
  })
  .prefault({})
  .describe('The audit chain.');

export type AnchorConfig = z.output<typeof anchor>;
type AuditConfig = z.output<typeof auditConfig>;

/** Paths in the configuration file are relative to the file. */
export function resolveAuditPaths(
  { checkpointFile, anchors }: AuditConfig,
  path: (relative: string) => string,
): AuditConfig {
  return {
    ...(checkpointFile !== undefined && { checkpointFile: path(checkpointFile) }),
    anchors: anchors.map((anchor) => ({
      ...anchor,
      ...(anchor.folder !== undefined && { folder: path(anchor.folder) }),
      ...(anchor.git !== undefined && { git: toGitAddress(anchor.git, path) }),
      ...(anchor.certificate !== undefined && { certificate: path(anchor.certificate) }),
    })),
  };
}

/** Files and folders of the audit that no workspace may overlap with. */
export function listAuditPaths(audit: AuditConfig, path: (relative: string) => string): string[] {
  const { checkpointFile, anchors } = resolveAuditPaths(audit, path);
  const places = anchors.map(({ folder, git }) => (git?.startsWith('file:') === true ? fileURLToPath(git) : folder));
  return [checkpointFile, ...places, ...anchors.map(({ certificate }) => certificate)].filter(
    (one) => one !== undefined,
  );
}

export const toGitAddress = (address: string, path: (relative: string) => string): string =>
  address.includes(':') ? address : pathToFileURL(path(address)).href;
