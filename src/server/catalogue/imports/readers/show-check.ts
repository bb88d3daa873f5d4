import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { isSupportedYear, SUPPORTED_YEARS } from '#contract/local-time.ts';
import { identityKey } from '#contract/text.ts';
import type { ArchiveShow } from './archive.ts';
import { ImportStopped } from './import-stopped.ts';
import { startOf, type UsualStart } from './show-start.ts';
import { NOTHING_IMPORTED } from './unpack.ts';

/** Throws `ImportStopped` if a show cannot be written or makes the import too large. */
export type ShowCheck = (show: ArchiveShow, where: string) => void;

/** Create one per import, because it counts. */
export function createShowCheck(usual: UsualStart | undefined): ShowCheck {
  const titles = new Set<string>();
  const onDay = new Map<string, number>();
  let shows = 0;
  return (show, where) => {
    const refuse = (what: string) => new ImportStopped(where, what, NOTHING_IMPORTED);
    if (!isSupportedYear(startOf(show, usual, where).date))
      throw refuse(`the day ${show.date} must ${SUPPORTED_YEARS}`);
    shows += 1;
    if (shows > IMPORT_LIMITS.shows)
      throw refuse(
        `an import has ${IMPORT_LIMITS.shows} shows at most: import it in several parts`,
      );
    const ofDay = (onDay.get(show.date) ?? 0) + 1;
    onDay.set(show.date, ofDay);
    if (ofDay > IMPORT_LIMITS.showsOnDay)
      throw refuse(`${show.date} has more than ${IMPORT_LIMITS.showsOnDay} shows`);
    for (const { title } of show.songs) if (title !== null) titles.add(identityKey(title));
    if (titles.size > IMPORT_LIMITS.songs)
      throw refuse(`with this show there are more than ${IMPORT_LIMITS.songs} different songs`);
  };
}
