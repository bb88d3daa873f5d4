import { type ImportPreview, sourceName } from '#contract/imports.ts';
import { IMPORT_COUNT_LABELS } from '../readers/archive.ts';
import type { ImportSummary } from './import-archive.ts';

const SHOW_LABELS: Record<Exclude<keyof ImportSummary['shows'], 'new' | 'unchanged'>, string> = {
  filled: 'Setlists added to existing shows',
  proposed: 'Corrections to accept or dismiss on the Shows tab',
  deletedHere: 'Deleted by an administrator, skipped',
  underWay: 'Not over yet, import them again later',
};

export function formatSummary(summary: ImportSummary): string[] {
  const { shows, songs } = summary;
  return [
    `${formatSource(summary)}: ${shows.new} new, ${shows.unchanged} unchanged`,
    ...formatCounts(shows, SHOW_LABELS),
    `Songs: ${songs.new} new`,
    ...formatReaderCounts(summary),
  ];
}

export function formatPreviewLines(
  summary: ImportSummary,
  { shows, songs }: Pick<ImportPreview, 'shows' | 'songs'>,
): string[] {
  const { deletedHere, underWay } = summary.shows;
  return [
    `${formatSource(summary)}: ${shows.new} new, ${shows.changed} changed, ${shows.unchanged} unchanged`,
    ...formatCounts({ deletedHere, underWay }, SHOW_LABELS),
    `Songs: ${songs.all}, ${songs.unknown} of them new`,
    ...formatReaderCounts(summary),
  ];
}

function formatSource({ source }: ImportSummary): string {
  const name = sourceName(source);
  return name ? `Shows from ${name}` : 'Shows';
}

function formatReaderCounts({ zones, readerCounts }: ImportSummary): string[] {
  return [
    ...formatCounts(zones, { inferred: 'Time zone inferred from the state or country' }),
    ...formatCounts(readerCounts, IMPORT_COUNT_LABELS),
  ];
}

function formatCounts(counts: object, labels: Record<string, string>): string[] {
  return Object.keys(labels).flatMap((key) => {
    const count = (counts as Record<string, number | undefined>)[key] ?? 0;
    return count > 0 ? [`${labels[key]}: ${count}`] : [];
  });
}
