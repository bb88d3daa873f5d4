import type { SetlistEntry } from '#contract/setlists.ts';
import type { Song } from '#contract/songs.ts';
import type { Option } from '#web/ui/combobox-option.tsx';

/** Every song; one that was played tonight says where, so that a second time is meant. */
export function songOptions(songs: readonly Song[], rows: readonly SetlistEntry[]): Option[] {
  const places = new Map(rows.map(({ songId, position }) => [songId, position]));
  return songs.map(({ id, title, album }) => {
    const place = places.get(id);
    const detail = place === undefined ? (album ?? undefined) : `Played at ${place}`;
    return { value: id, label: title, detail };
  });
}
