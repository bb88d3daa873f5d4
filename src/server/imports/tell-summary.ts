import { sourceName } from '#contract/imports.ts';
import { HANDLED } from './archive.ts';
import type { ImportSummary } from './import-archive.ts';

const SHOWS: Record<Exclude<keyof ImportSummary['shows'], 'new' | 'unchanged'>, string> = {
  filled: 'were here without a setlist and have one now',
  proposed: 'corrected by the archive: accept or dismiss it on the Shows tab',
  deletedHere: 'deleted here by an administrator, left out',
  underWay: 'not over yet: their setlists come with a later import',
};

/** What became of everything, a line each. */
export function tellSummary({ source, shows, songs, handled }: ImportSummary): string[] {
  const of = (counts: object, words: Record<string, string>) =>
    Object.keys(words).flatMap((key) => {
      const count = (counts as Record<string, number | undefined>)[key] ?? 0;
      return count > 0 ? [`${count} ${words[key]}`] : [];
    });
  const name = sourceName(source);
  return [
    `Shows${name ? ` of ${name}` : ''}: ${shows.new} new, ${shows.unchanged} unchanged`,
    ...of(shows, SHOWS),
    `Songs: ${songs.new} new`,
    ...of(handled, HANDLED),
  ];
}
