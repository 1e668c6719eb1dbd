/** The key `audit` of `deputize.yaml`: where signed heads of the audit are kept outside of the data folder. */
import { z } from 'zod';

import { duration } from './duration.ts';

const MINUTE = 60_000;

const anchor = z
  .strictObject({
    folder: z
      .string()
      .min(1)
      .optional()
      .describe('A folder that exists, on another disk or machine. Each signed head becomes a file in it.'),
    interval: duration
      .default(MINUTE)
      .refine((ms) => ms >= MINUTE, 'at least 1m')
      .describe('How often a new head is anchored there, where something changed.'),
  })
  .superRefine(({ folder }, context) => {
    if (folder === undefined) context.addIssue({ code: 'custom', path: ['folder'], message: 'a folder is needed' });
  });

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
    })),
  };
}

/** Files and folders of the audit that no workspace may overlap with. */
export function listAuditPaths(audit: AuditConfig, path: (relative: string) => string): string[] {
  const { checkpointFile, anchors } = resolveAuditPaths(audit, path);
  return [checkpointFile, ...anchors.map(({ folder }) => folder)].filter((one) => one !== undefined);
}
