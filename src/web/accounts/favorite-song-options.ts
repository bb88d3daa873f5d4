import type { Song } from '#contract/songs.ts';
import type { Option } from '#web/ui/combobox-option.tsx';

/** Every song by its title, as the profile stores it; and the one chosen, if it is none of them. */
export function favoriteSongOptions(songs: readonly Song[], chosen: string | null): Option[] {
  const options = songs.map(({ title, album }) => ({
    value: title,
    label: title,
    detail: album ?? undefined,
  }));
  const isKnown = chosen === null || songs.some(({ title }) => title === chosen);
  return isKnown ? options : [{ value: chosen, label: chosen }, ...options];
}
