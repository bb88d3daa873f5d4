import { type ImportPreview, sourceName } from '#contract/imports.ts';
import { DECISION_LABELS } from '../readers/archive.ts';
import type { ImportSummary } from './import-archive.ts';

const SHOWS: Record<Exclude<keyof ImportSummary['shows'], 'new' | 'unchanged'>, string> = {
  filled: 'Without a setlist before, with one now',
  proposed: 'Corrected by the archive, to be accepted or dismissed on the Shows tab',
  deletedHere: 'Deleted here by an administrator, left out',
  underWay: 'Not over yet, to be imported again later',
};

export function formatSummary(summary: ImportSummary): string[] {
  const { shows, songs } = summary;
  return [
    `${showsOf(summary)}: ${shows.new} new, ${shows.unchanged} unchanged`,
    ...linesOf(shows, SHOWS),
    `Songs: ${songs.new} new`,
    ...decisionLines(summary),
  ];
}

export function previewLines(
  summary: ImportSummary,
  { shows, songs }: Pick<ImportPreview, 'shows' | 'songs'>,
): string[] {
  const { deletedHere, underWay } = summary.shows;
  return [
    `${showsOf(summary)}: ${shows.new} new, ${shows.changed} changed, ${shows.unchanged} unchanged`,
    ...linesOf({ deletedHere, underWay }, SHOWS),
    `Songs: ${songs.all}, ${songs.unknown} of them unknown here`,
    ...decisionLines(summary),
  ];
}

function showsOf({ source }: ImportSummary): string {
  const name = sourceName(source);
  return name ? `Shows of ${name}` : 'Shows';
}

function decisionLines({ zones, handled }: ImportSummary): string[] {
  return [
    ...linesOf(zones, { ofPlace: 'In the time zone of their state or country' }),
    ...linesOf(handled, DECISION_LABELS),
  ];
}

function linesOf(counts: object, words: Record<string, string>): string[] {
  return Object.keys(words).flatMap((key) => {
    const count = (counts as Record<string, number | undefined>)[key] ?? 0;
    return count > 0 ? [`${words[key]}: ${count}`] : [];
  });
}
