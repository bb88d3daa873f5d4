import { memo, useId } from 'react';
import type { SheetSong } from '#contract/next-sheet.ts';
import { hasLongGap } from '#contract/songs.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { Plus } from '#web/ui/icons.ts';

type SongRowProps = {
  song: SheetSong;
  chance: number | undefined;
  timeZone: string | undefined;
  disabled: boolean;
  isFull: boolean;
  isTabStop: boolean;
  /** A jump to its letter focuses it. */
  isFirst: boolean;
};

export const SongRow = memo(function SongRow(props: SongRowProps) {
  const { song, chance, timeZone, disabled, isFull, isTabStop, isFirst } = props;
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
        data-jump-target={isFirst || undefined}
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
