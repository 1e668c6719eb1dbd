/** What a long run has come to so far. Kept in a file where one is named, so that it can be made in pieces that add up. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import type { DoorsTally } from './doors-check.ts';

export interface SoakReport {
  readonly seed: number;
  readonly kills: number;
  readonly asked: number;
  readonly unknown: number;
  readonly answered: Readonly<Record<string, number>>;
}

export function readReport(file: string | undefined, seed: number): SoakReport {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SoakReport;
  return { seed, kills: 0, asked: 0, unknown: 0, answered: {} };
}

export function addTo(report: SoakReport, kills: number, tally: DoorsTally): SoakReport {
  const answered = { ...report.answered };
  for (const [door, count] of Object.entries(tally.answered)) answered[door] = (answered[door] ?? 0) + count;
  return {
    seed: report.seed,
    kills: report.kills + kills,
    asked: report.asked + tally.asked,
    unknown: report.unknown + tally.unknown,
    answered,
  };
}

export function keepReport(file: string | undefined, report: SoakReport): void {
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(report)}\n`);
}
