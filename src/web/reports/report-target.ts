import type { ReportKind } from '#contract/reports.ts';

/** `id` is that of the thread, post or league, or of the fan. */
export interface ReportTarget {
  kind: ReportKind;
  id: string;
  /** In the choice between several targets. */
  label: string;
}
