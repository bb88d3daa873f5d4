import type { ReportKind } from '#contract/reports.ts';

/** `id` identifies the thread, post or league, or for a bio or username, the fan. */
export interface ReportTarget {
  kind: ReportKind;
  id: string;
  label: string;
}
