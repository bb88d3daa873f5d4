import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import type { SheetSong } from '#contract/next-sheet.ts';
import { hasLongGap } from '#contract/songs.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { Plus } from '#web/ui/icons.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { type Odds, SONG_ORDERS, type SongOrder } from './song-order.ts';

type SongListProps = {
  songs: readonly SheetSong[];
  emptyText: string;
  order: SongOrder;
  onOrder: (order: SongOrder) => void;
  showId: string;
  odds: Odds | undefined;
  onOdds: (odds: Odds) => void;
  timeZone: string | undefined;
  disabled: boolean;
  isFull: boolean;
  onAdd: (song: SheetSong) => void;
};

const ShowOdds = lazyComponent(() => import('./show-odds.tsx'));

export function SongList({ songs, emptyText, order, onOrder, ...props }: SongListProps) {
  const { showId, onOdds, ...list } = props;
  return (
    <>
      <div className="flex items-center justify-between gap-3 px-4.5 pb-2.5">
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
      </div>
      {songs.length === 0 ? <EmptyState title={emptyText} /> : <Rows songs={songs} {...list} />}
    </>
  );
}

type RowsProps = Pick<
  SongListProps,
  'songs' | 'odds' | 'timeZone' | 'disabled' | 'isFull' | 'onAdd'
>;

/** One tab stop with arrow keys. Otherwise, the sheet would be hundreds of tabs away. */
function Rows({ songs, odds, timeZone, disabled, isFull, onAdd }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const focusIndex = useRef(-1);
  const pressStart = useRef<{ song: SheetSong | undefined; x: number; y: number }>(null);

  useLayoutEffect(() => {
    if (focusIndex.current < 0) return;
    const index = Math.min(focusIndex.current, songs.length - 1);
    listButtons(list.current)[index]?.focus({ preventScroll: true });
    focusIndex.current = -1;
  }, [songs]);

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
      {songs.map((song, index) => (
        <SongRow
          key={song.id}
          {...{ song, timeZone, disabled, isFull }}
          chance={odds && (odds.get(song.id) ?? 0)}
          isTabStop={index === 0}
        />
      ))}
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

type SongRowProps = {
  song: SheetSong;
  chance: number | undefined;
  timeZone: string | undefined;
  disabled: boolean;
  isFull: boolean;
  isTabStop: boolean;
};

const SongRow = memo(function SongRow(props: SongRowProps) {
  const { song, chance, timeZone, disabled, isFull, isTabStop } = props;
  const id = useId();
  return (
    <li
      data-song={song.id}
      className="relative grid min-h-15 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3.5 border-rail/60 border-t px-4.5 py-2 [contain-intrinsic-size:auto_3.75rem] [content-visibility:auto] hover:bg-text/4"
    >
      <div className="min-w-0">
        <div className="font-semibold">{song.title}</div>
        <p id={id} className="text-dim text-xs">
          {song.album && <span className="max-sm:hidden">{song.album} · </span>}
          {songDetails(song, timeZone).map((detail, index) => (
            <span key={detail}>
              {index > 0 && ' · '}
              <span className="whitespace-nowrap">{detail}</span>
            </span>
          ))}
        </p>
      </div>
      <Gap {...{ song, chance }} />
      <button
        type="button"
        disabled={disabled}
        aria-disabled={isFull || undefined}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={`Add ${song.title}`}
        aria-describedby={id}
        onMouseDown={(event) => event.preventDefault()}
        className="grid size-9 place-content-center rounded-full border-[1.5px] border-edge text-lamp outline-none transition-colors duration-100 after:absolute after:inset-0 enabled:not-aria-disabled:hover:bg-text/8 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus disabled:border-rail disabled:text-dim aria-disabled:cursor-not-allowed aria-disabled:border-rail aria-disabled:text-dim aria-disabled:opacity-40"
      >
        <Plus aria-hidden className="size-4.5" />
      </button>
    </li>
  );
});

function Gap({ song, chance }: Pick<SongRowProps, 'song' | 'chance'>) {
  const isChance = chance !== undefined;
  const text = isChance ? `${Math.round(100 * chance)}%` : formatShowsAgo(song);
  if (text === undefined) return <span />;
  return (
    <span className="whitespace-nowrap text-right text-dim text-xs tabular-nums">
      <span
        className={classes(
          'font-semibold text-sm',
          !isChance && hasLongGap(song) ? 'text-lamp' : 'text-text',
        )}
      >
        {text}
      </span>{' '}
      {isChance ? 'likely' : text === 'last' ? 'show' : 'shows ago'}
    </span>
  );
}

/** The last show is one show ago: a gap of 1 is '2'. */
function formatShowsAgo({ gap, gapIsMinimum }: SheetSong): string | undefined {
  if (gap === null) return undefined;
  return gap === 0 && !gapIsMinimum ? 'last' : `${gap + 1}${gapIsMinimum ? '+' : ''}`;
}

function songDetails(
  { timesPlayed, lastPlayed }: SheetSong,
  timeZone: string | undefined,
): string[] {
  return [
    `Played ${timesPlayed}x`,
    ...(lastPlayed && timeZone ? [shortDate(lastPlayed, timeZone)] : []),
  ];
}
