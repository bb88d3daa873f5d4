import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { Song } from '#contract/songs.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { SONG_ORDERS, type SongOrder } from './song-order.ts';
import { SongRow } from './song-row.tsx';

type SongListProps = {
  songs: readonly Song[];
  emptyText: string;
  order: SongOrder;
  onOrder: (order: SongOrder) => void;
  timeZone: string | undefined;
  disabled: boolean;
  onAdd: (song: Song) => void;
};

/** The songs to choose from, and in which order. */
export function SongList({ songs, emptyText, order, onOrder, ...list }: SongListProps) {
  return (
    <>
      <div className="flex items-center justify-between gap-3 px-4.5 pb-2.5">
        <SelectField
          label="Sort songs"
          labelHidden
          options={SONG_ORDERS}
          value={order}
          onChange={({ target }) => {
            const wanted = SONG_ORDERS.find(({ value }) => value === target.value);
            if (wanted) onOrder(wanted.value);
          }}
        />
        <span className="caps whitespace-nowrap text-dim">shows since</span>
      </div>
      {songs.length === 0 ? <EmptyState title={emptyText} /> : <Rows songs={songs} {...list} />}
    </>
  );
}

type RowsProps = Pick<SongListProps, 'songs' | 'timeZone' | 'disabled' | 'onAdd'>;

/**
 * One stop for the keyboard, whose arrows go from song to song: the sheet is not hundreds of stops
 * away. When the song whose button had the focus has gone to the sheet, the next one's has it.
 */
function Rows({ songs, timeZone, disabled, onAdd }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const leave = useFocusNext(list, songs);
  const latest = useRef(onAdd);
  useLayoutEffect(() => {
    latest.current = onAdd;
  });

  // Always the same function: the rows are many, and are drawn again only when their song changes.
  const add = useCallback(
    (song: Song, button: HTMLElement) => {
      leave(button);
      latest.current(song);
    },
    [leave],
  );

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are the buttons' within
    <ul ref={list} aria-label="Songs to choose from" onKeyDown={goByArrows}>
      {songs.map((song, place) => (
        <SongRow key={song.id} {...{ song, timeZone, disabled }} isStop={place === 0} onAdd={add} />
      ))}
    </ul>
  );
}

function goByArrows(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const buttons = buttonsIn(event.currentTarget);
  const next = buttons[buttons.findIndex((one) => one.matches(':focus')) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** To be told of the button that is about to go. */
function useFocusNext(list: RefObject<HTMLElement | null>, songs: readonly Song[]) {
  const leftAt = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list of songs
  useLayoutEffect(() => {
    if (leftAt.current < 0) return;
    const buttons = buttonsIn(list.current);
    buttons[Math.min(leftAt.current, buttons.length - 1)]?.focus({ preventScroll: true });
    leftAt.current = -1;
  }, [songs]);
  return useCallback(
    (button: HTMLElement) => {
      // Tapped, it leaves the focus where it is: in the search, and the keyboard stays up.
      if (document.activeElement === button)
        leftAt.current = buttonsIn(list.current).indexOf(button);
    },
    [list],
  );
}

function buttonsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('button') ?? [])];
}
