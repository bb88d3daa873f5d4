import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { isSupportedYear, SUPPORTED_YEARS } from '#contract/local-time.ts';
import { identityKey } from '#contract/text.ts';
import type { ArchiveShow } from './archive.ts';
import { ImportStoppedError } from './import-stopped-error.ts';
import { type DefaultStart, resolveStart } from './show-start.ts';
import { NOTHING_IMPORTED } from './unpack.ts';

/** Throws `ImportStoppedError` if a show cannot be written or makes the import too large. */
export type ShowCheck = (show: ArchiveShow, location: string) => void;

/** Create one check per import, because it counts the import's shows and songs. */
export function createShowCheck(defaultStart: DefaultStart | undefined): ShowCheck {
  const titles = new Set<string>();
  const showCountByDay = new Map<string, number>();
  let showCount = 0;
  return (show, location) => {
    const createError = (reason: string) =>
      new ImportStoppedError(location, reason, NOTHING_IMPORTED);
    if (!isSupportedYear(resolveStart(show, defaultStart, location).date))
      throw createError(`the day ${show.date} must ${SUPPORTED_YEARS}`);
    showCount += 1;
    if (showCount > IMPORT_LIMITS.shows)
      throw createError(
        `an import can have at most ${IMPORT_LIMITS.shows} shows. Import it in several parts`,
      );
    const dayCount = (showCountByDay.get(show.date) ?? 0) + 1;
    showCountByDay.set(show.date, dayCount);
    if (dayCount > IMPORT_LIMITS.showsOnDay)
      throw createError(`${show.date} has more than ${IMPORT_LIMITS.showsOnDay} shows`);
    for (const { title } of show.songs) if (title !== null) titles.add(identityKey(title));
    if (titles.size > IMPORT_LIMITS.songs)
      throw createError(
        `an import can have at most ${IMPORT_LIMITS.songs} different songs, and this show exceeds that`,
      );
  };
}
