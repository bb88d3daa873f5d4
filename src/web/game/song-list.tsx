import { Plus } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { gapText, isLongGone, type Song } from '#contract/songs.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { late } from '#web/ui/late.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { type Odds, SONG_ORDERS, type SongOrder } from './song-order.ts';

type SongListProps = {
  songs: readonly Song[];
  emptyText: string;
  order: SongOrder;
  onOrder: (order: SongOrder) => void;
  showId: string;
  /** Undefined unless they are what the songs are sorted by. */
  odds: Odds | undefined;
  onOdds: (odds: Odds) => void;
  timeZone: string | undefined;
  disabled: boolean;
  onAdd: (song: Song) => void;
};

const ShowOdds = late(async () => (await import('./show-odds.tsx')).ShowOdds);

/** The songs to choose from, and in which order. */
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
            const wanted = SONG_ORDERS.find(({ value }) => value === target.value);
            if (wanted) onOrder(wanted.value);
          }}
        />
        <span className="caps text-dim">
          {order === 'odds' ? <ShowOdds wanted {...{ showId, onOdds }} /> : 'shows since'}
        </span>
      </div>
      {songs.length === 0 ? <EmptyState title={emptyText} /> : <Rows songs={songs} {...list} />}
    </>
  );
}

type RowsProps = Pick<SongListProps, 'songs' | 'odds' | 'timeZone' | 'disabled' | 'onAdd'>;

/**
 * One stop for the keyboard, whose arrows go from song to song: the sheet is not hundreds of stops
 * away. When the song whose button had the focus has gone to the sheet, the next one's has it.
 */
function Rows({ songs, odds, timeZone, disabled, onAdd }: RowsProps) {
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
        <SongRow
          key={song.id}
          {...{ song, timeZone, disabled }}
          chance={odds && (odds.get(song.id) ?? 0)}
          isStop={place === 0}
          onAdd={add}
        />
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

type SongRowProps = {
  song: Song;
  /** In place of the shows since. */
  chance: number | undefined;
  timeZone: string | undefined;
  disabled: boolean;
  /** Whether Tab stops here. */
  isStop: boolean;
  onAdd: (song: Song, button: HTMLElement) => void;
};

/** A song with its figures; the whole row is its button. Rows out of sight cost no layout. */
const SongRow = memo(function SongRow({ song, chance, isStop, ...props }: SongRowProps) {
  const { timeZone, disabled, onAdd } = props;
  const id = useId();
  return (
    <li className="relative grid min-h-15 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3.5 border-rail/60 border-t px-4.5 py-2 [contain-intrinsic-size:auto_3.75rem] [content-visibility:auto] hover:bg-text/4">
      <div className="min-w-0">
        <div className="font-semibold">{song.title}</div>
        <p id={id} className="text-dim text-xs">
          {factsOf(song, timeZone).map((fact, place) => (
            <span key={fact}>
              {place > 0 && ' · '}
              <span className={place > 0 ? 'whitespace-nowrap' : undefined}>{fact}</span>
            </span>
          ))}
        </p>
      </div>
      <Gap {...{ song, chance }} />
      <button
        type="button"
        disabled={disabled}
        tabIndex={isStop ? 0 : -1}
        aria-label={`Add ${song.title}`}
        aria-describedby={id}
        // A tap takes no focus away: the search would lose the keyboard of a phone.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => onAdd(song, event.currentTarget)}
        className="grid size-9 place-content-center rounded-full border-[1.5px] border-edge text-lamp outline-none transition-colors duration-100 after:absolute after:inset-0 enabled:hover:bg-text/8 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus disabled:border-rail disabled:text-dim"
      >
        <Plus aria-hidden className="size-4.5" />
      </button>
    </li>
  );
});

/** Shows since it was last played, a long absence lit; or its chance, where they are sorted by it. */
function Gap({ song, chance }: Pick<SongRowProps, 'song' | 'chance'>) {
  const isChance = chance !== undefined;
  const text = isChance ? `${Math.round(100 * chance)}%` : gapText(song);
  if (text === undefined) return <span />;
  return (
    <span
      className={classes(
        'poster font-bold text-xl leading-none',
        !isChance && isLongGone(song) ? 'text-lamp' : 'text-dim',
      )}
    >
      {text}
      <span className="sr-only"> {isChance ? 'likely' : 'shows since'}</span>
    </span>
  );
}

function factsOf({ album, timesPlayed, lastPlayed }: Song, timeZone: string | undefined): string[] {
  return [
    ...(album ? [album] : []),
    `Played ${timesPlayed}x`,
    ...(lastPlayed && timeZone ? [shortDate(lastPlayed, timeZone)] : []),
  ];
}
