import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import type { ArchiveSong, ErrorContext, ImportCounts } from './archive.ts';
import { ImportStoppedError } from './import-stopped-error.ts';

/** Marks the last songs of the main set and the show as closers. Throws `ImportStoppedError`. */
export function arrangeSets(
  sets: readonly ArchiveSet[],
  importCounts: ImportCounts,
  context: ErrorContext,
): { songs: ArchiveSong[]; soundcheck: string | null } {
  rejectTooManySongs(sets, context);
  const [soundchecks, playedSets] = partition(
    sets.filter(({ songs }) => songs.length > 0),
    ({ name }) => /sound\s*check/i.test(name ?? ''),
  );
  const markedSets = playedSets.map((set) => {
    const isEncore = set.isEncore || isEncoreName(set.name);
    if (isEncore && !set.isEncore) importCounts.add('encoresByName');
    return { ...set, isEncore };
  });
  const labels = labelSets(markedSets);
  const songs = markedSets.flatMap((set, index) =>
    set.songs.map((song, songIndex) => {
      const isLast = songIndex === set.songs.length - 1;
      const nextSet = markedSets[index + 1];
      const isCloser = isLast && (!nextSet || (nextSet.isEncore && !set.isEncore));
      return { ...song, setLabel: labels[index] ?? null, isCloser };
    }),
  );
  countSongs(songs, importCounts);
  const soundcheckTitles = soundchecks.flatMap((set) =>
    set.songs.flatMap(({ title }) => title ?? []),
  );
  return { songs, soundcheck: soundcheckTitles.length > 0 ? soundcheckTitles.join(', ') : null };
}

export interface ArchiveSet {
  name: string | null;
  isEncore: boolean;
  songs: Pick<ArchiveSong, 'key' | 'title' | 'isCover' | 'segue' | 'notes'>[];
}

function rejectTooManySongs(
  sets: readonly ArchiveSet[],
  { location, nextStep }: ErrorContext,
): void {
  const { songsInSet, songsInShow } = IMPORT_LIMITS;
  const counts = sets.map(({ songs }) => songs.length);
  const longest = Math.max(0, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (longest > songsInSet)
    throw new ImportStoppedError(
      location,
      `a set has ${longest} songs; at most ${songsInSet} are allowed`,
      nextStep,
    );
  if (total > songsInShow)
    throw new ImportStoppedError(
      location,
      `the show has ${total} songs; at most ${songsInShow} are allowed`,
      nextStep,
    );
}

function isEncoreName(name: string | null): boolean {
  return /^(\d+(st|nd|rd|th) )?encores?\b/i.test(name ?? '') || /^e\d*$/i.test(name ?? '');
}

function labelSets(sets: readonly ArchiveSet[]): (string | null)[] {
  const encores = sets.filter(({ isEncore }) => isEncore);
  const mainSets = sets.filter(({ isEncore }) => !isEncore);
  return sets.map((set) => {
    if (set.isEncore) {
      const number = encores.indexOf(set) + 1;
      return number === 1 ? 'Encore' : `Encore ${number}`;
    }
    if (set.name) return set.name;
    return mainSets.length > 1 ? `Set ${mainSets.indexOf(set) + 1}` : null;
  });
}

function countSongs(songs: readonly ArchiveSong[], importCounts: ImportCounts): void {
  const titles = songs.flatMap(({ title }) => title ?? []);
  importCounts.add('repeated', titles.length - new Set(titles).size);
  importCounts.add('segues', songs.filter(({ segue }) => segue).length);
  importCounts.add('songNotes', songs.filter(({ notes }) => notes !== null).length);
  importCounts.add('unknownSongs', songs.length - titles.length);
}

function partition<T>(items: readonly T[], predicate: (item: T) => boolean): [T[], T[]] {
  return [items.filter(predicate), items.filter((item) => !predicate(item))];
}
