import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import type { ArchiveSong, Handled, StopContext } from './archive.ts';
import { ImportStopped } from './import-stopped.ts';

/** A closer is the last song before the encore or of the show. Throws `ImportStopped`. */
export function arrangeSets(
  sets: readonly ArchiveSet[],
  handled: Handled,
  place: StopContext,
): { songs: ArchiveSong[]; soundcheck: string | null } {
  refuseTooMany(sets, place);
  const [soundchecks, played] = partition(
    sets.filter(({ songs }) => songs.length > 0),
    ({ name }) => /sound\s*check/i.test(name ?? ''),
  );
  const known = played.map((set) => {
    const isEncore = set.isEncore || isEncoreName(set.name);
    if (isEncore && !set.isEncore) handled.add('encoresByName');
    return { ...set, isEncore };
  });
  const labels = labelsOf(known);
  const songs = known.flatMap((set, index) =>
    set.songs.map((song, at) => {
      const ends = at === set.songs.length - 1;
      const next = known[index + 1];
      const isCloser = ends && (!next || (next.isEncore && !set.isEncore));
      return { ...song, setLabel: labels[index] ?? null, isCloser };
    }),
  );
  countSongs(songs, handled);
  const checked = soundchecks.flatMap((set) => set.songs.flatMap(({ title }) => title ?? []));
  return { songs, soundcheck: checked.length > 0 ? checked.join(', ') : null };
}

export interface ArchiveSet {
  name: string | null;
  /** The archive's mark. The set's name counts, too. */
  isEncore: boolean;
  songs: Pick<ArchiveSong, 'key' | 'title' | 'isCover' | 'segue' | 'notes'>[];
}

function refuseTooMany(sets: readonly ArchiveSet[], { where, goOn }: StopContext): void {
  const { songsInSet, songsInShow } = IMPORT_LIMITS;
  const counts = sets.map(({ songs }) => songs.length);
  const longest = Math.max(0, ...counts);
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (longest > songsInSet)
    throw new ImportStopped(
      where,
      `a set has ${longest} songs, and may have ${songsInSet} at most`,
      goOn,
    );
  if (all > songsInShow)
    throw new ImportStopped(
      where,
      `the show has ${all} songs, and may have ${songsInShow} at most`,
      goOn,
    );
}

function isEncoreName(name: string | null): boolean {
  return /^(\d+(st|nd|rd|th) )?encores?\b/i.test(name ?? '') || /^e\d*$/i.test(name ?? '');
}

function labelsOf(sets: readonly ArchiveSet[]): (string | null)[] {
  const encores = sets.filter(({ isEncore }) => isEncore);
  const mains = sets.filter(({ isEncore }) => !isEncore);
  return sets.map((set) => {
    if (set.isEncore) {
      const number = encores.indexOf(set) + 1;
      return number === 1 ? 'Encore' : `Encore ${number}`;
    }
    if (set.name) return set.name;
    return mains.length > 1 ? `Set ${mains.indexOf(set) + 1}` : null;
  });
}

function countSongs(songs: readonly ArchiveSong[], handled: Handled): void {
  const titles = songs.flatMap(({ title }) => title ?? []);
  handled.add('repeated', titles.length - new Set(titles).size);
  handled.add('segues', songs.filter(({ segue }) => segue).length);
  handled.add('songNotes', songs.filter(({ notes }) => notes !== null).length);
  handled.add('unknownSongs', songs.length - titles.length);
}

function partition<T>(items: readonly T[], holds: (item: T) => boolean): [T[], T[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}
