import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { SheetSong } from '#contract/next-sheet.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { type Group, getFirstLetter, groupItems } from '#web/ui/list/group-items.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { type Odds, SONG_ORDERS, type SongOrder } from './song-order.ts';
import { SongRow } from './song-row.tsx';

type SongListProps = {
  songs: readonly SheetSong[];
  emptyText: string;
  order: SongOrder;
  onOrder: (order: SongOrder) => void;
  showId: string;
  isSearching: boolean;
  odds: Odds | undefined;
  onOdds: (odds: Odds) => void;
  timeZone: string | undefined;
  disabled: boolean;
  isFull: boolean;
  onAdd: (song: SheetSong) => void;
};

const ShowOdds = lazyComponent(() => import('./show-odds.tsx'));
const LetterBar = lazyComponent(() => import('./letter-bar.tsx'));

export function SongList({ songs, emptyText, order, onOrder, ...props }: SongListProps) {
  const { showId, onOdds, isSearching, ...rows } = props;
  const list = useRef<HTMLUListElement>(null);
  const hasLetters = order === 'title' && !isSearching;
  const groups = useMemo(
    () => groupItems(songs, ({ title }) => (hasLetters ? getFirstLetter(title) : '')),
    [songs, hasLetters],
  );
  return (
    <>
      <div className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-x-3 bg-stage px-4.5 pb-2.5">
        <SelectField
          label="Sort songs"
          labelHidden
          options={SONG_ORDERS}
          value={order}
          onChange={({ target }) => {
            const option = SONG_ORDERS.find(({ value }) => value === target.value);
            if (option) onOrder(option.value);
          }}
        />
        {order === 'odds' && (
          <span className="label text-dim">
            <ShowOdds {...{ showId, onOdds }} />
          </span>
        )}
        {hasLetters && songs.length >= LETTER_BAR_SONGS && (
          // Reserves the bar's height until its code loads.
          <div className="-mx-4.5 -mb-2.5 min-h-11 w-[calc(100%+2.25rem)] max-w-none">
            <LetterBar {...{ groups, list }} />
          </div>
        )}
      </div>
      {songs.length === 0 ? (
        <EmptyState title={emptyText} />
      ) : (
        <Rows {...{ list, songs, groups }} {...rows} />
      )}
    </>
  );
}

/** A shorter list needs no bar. */
const LETTER_BAR_SONGS = 40;

type RowsProps = Pick<
  SongListProps,
  'songs' | 'odds' | 'timeZone' | 'disabled' | 'isFull' | 'onAdd'
> & {
  list: RefObject<HTMLUListElement | null>;
  groups: readonly Group<SheetSong>[];
};

/** One tab stop with arrow keys. Otherwise, the sheet would be hundreds of tabs away. */
function Rows({ list, songs, groups, ...row }: RowsProps) {
  const { odds, timeZone, disabled, isFull, onAdd } = row;
  const focusIndex = useRef(-1);
  const pressStart = useRef<{ song: SheetSong | undefined; x: number; y: number }>(null);

  useLayoutEffect(() => {
    if (focusIndex.current < 0) return;
    const index = Math.min(focusIndex.current, songs.length - 1);
    listButtons(list.current)[index]?.focus({ preventScroll: true });
    focusIndex.current = -1;
  }, [list, songs]);

  function findSong(target: EventTarget): SheetSong | undefined {
    const row = target instanceof Element && target.closest('li');
    return row ? songs.find(({ id }) => id === row.dataset.song) : undefined;
  }

  function onPointerDown({ target, clientX: x, clientY: y }: PointerEvent) {
    pressStart.current = { song: findSong(target), x, y };
  }

  /** Returns the song that was under the pointer when it was pressed, because the list may move. */
  function findClickedSong({
    target,
    detail,
    clientX,
    clientY,
  }: MouseEvent): SheetSong | undefined {
    const { song, x, y } = pressStart.current ?? { x: 0, y: 0 };
    const hasStayed = detail > 0 && Math.hypot(clientX - x, clientY - y) < CLICK_TOLERANCE_PX;
    return (hasStayed && song) || findSong(target);
  }

  function onClick(event: MouseEvent) {
    const song = findClickedSong(event);
    if (!song || disabled) return;
    const index = listButtons(list.current).findIndex((button) => button.matches(':focus'));
    const focused = listButtons(list.current)[index];
    // A tap leaves the focus in the search, so that the phone's keyboard stays open.
    if (focused && findSong(focused) === song) focusIndex.current = index;
    onAdd(song);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys and clicks are the buttons' within
    <ul
      ref={list}
      aria-label="Songs to choose from"
      onKeyDown={moveFocus}
      onPointerDown={onPointerDown}
      onClick={onClick}
    >
      {groups.map(({ title, items }) => {
        const rows = items.map((song, index) => (
          <SongRow
            key={song.id}
            {...{ song, timeZone, disabled, isFull }}
            chance={odds && (odds.get(song.id) ?? 0)}
            isTabStop={song === songs[0]}
            isFirst={index === 0}
          />
        ));
        if (!title) return rows;
        return (
          // Its margin is the height of the sort and the letters.
          <li key={title} data-letter={title} className="scroll-mt-24.5">
            <h3 className="poster px-4.5 pt-4 pb-1.5 text-dim text-poster-sm">{title}</h3>
            <ul aria-label={title}>{rows}</ul>
          </li>
        );
      })}
    </ul>
  );
}

const CLICK_TOLERANCE_PX = 10;

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const buttons = listButtons(event.currentTarget);
  const next = buttons[buttons.findIndex((button) => button.matches(':focus')) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function listButtons(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('button') ?? [])];
}
