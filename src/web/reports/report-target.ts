import type { ReportKind } from '#contract/reports.ts';

/** `id` identifies the thread, post or league, or the fan for a bio or username. */
export interface ReportTarget {
  kind: ReportKind;
  id: string;
  /** Shown when there are several targets to choose from. */
  label: string;
}
