import { sourceName } from '#contract/imports.ts';
import { HANDLED } from './archive.ts';
import type { ImportSummary } from './import-archive.ts';

const SHOWS: Record<Exclude<keyof ImportSummary['shows'], 'new' | 'unchanged'>, string> = {
  filled: 'Without a setlist before, with one now',
  proposed: 'Corrected by the archive, to be accepted or dismissed on the Shows tab',
  deletedHere: 'Deleted here by an administrator, left out',
  underWay: 'Not over yet, to be imported again later',
};

/** What became of everything, a line each. */
export function tellSummary({ source, shows, songs, zones, handled }: ImportSummary): string[] {
  const of = (counts: object, words: Record<string, string>) =>
    Object.keys(words).flatMap((key) => {
      const count = (counts as Record<string, number | undefined>)[key] ?? 0;
      return count > 0 ? [`${words[key]}: ${count}`] : [];
    });
  const name = sourceName(source);
  return [
    `Shows${name ? ` of ${name}` : ''}: ${shows.new} new, ${shows.unchanged} unchanged`,
    ...of(shows, SHOWS),
    `Songs: ${songs.new} new`,
    ...of(zones, { ofPlace: 'In the time zone of their state or country' }),
    ...of(handled, HANDLED),
  ];
}
