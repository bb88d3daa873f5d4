import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { Song } from '#contract/songs.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SongRow } from './song-row.tsx';

type SongListProps = {
  songs: readonly Song[];
  emptyText: string;
  timeZone: string | undefined;
  disabled: boolean;
  onAdd: (song: Song) => void;
};

/** The songs to choose from. When one has gone to the sheet, the focus goes to the next. */
export function SongList({ songs, emptyText, timeZone, disabled, onAdd }: SongListProps) {
  const list = useRef<HTMLUListElement>(null);
  const leftAt = useFocusNext(list, songs);
  const latest = useRef(onAdd);
  useLayoutEffect(() => {
    latest.current = onAdd;
  });

  // Always the same function: the rows are many, and are drawn again only when their song changes.
  const add = useCallback(
    (song: Song, button: HTMLElement) => {
      leftAt.current = buttonsIn(list.current).indexOf(button);
      latest.current(song);
    },
    [leftAt],
  );

  if (songs.length === 0) return <EmptyState title={emptyText} />;
  return (
    <ul ref={list} aria-label="Songs to choose from">
      {songs.map((song) => (
        <SongRow key={song.id} {...{ song, timeZone, disabled }} onAdd={add} />
      ))}
    </ul>
  );
}

function useFocusNext(list: RefObject<HTMLElement | null>, songs: readonly Song[]) {
  const leftAt = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list of songs
  useLayoutEffect(() => {
    if (leftAt.current < 0) return;
    const buttons = buttonsIn(list.current);
    buttons[Math.min(leftAt.current, buttons.length - 1)]?.focus({ preventScroll: true });
    leftAt.current = -1;
  }, [songs]);
  return leftAt;
}

function buttonsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('button') ?? [])];
}
