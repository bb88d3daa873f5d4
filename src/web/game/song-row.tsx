import { Plus } from 'lucide-react';
import { memo, useId } from 'react';
import { gapText, isLongGone, type Song } from '#contract/songs.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';

type SongRowProps = {
  song: Song;
  timeZone: string | undefined;
  disabled: boolean;
  /** Whether Tab stops here. */
  isStop: boolean;
  onAdd: (song: Song, button: HTMLElement) => void;
};

/** A song with its figures; the whole row is its button. Rows out of sight cost no layout. */
export const SongRow = memo(function SongRow({ song, isStop, ...props }: SongRowProps) {
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
      <Gap song={song} />
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

/** Shows since it was last played; a long absence is lit. */
function Gap({ song }: { song: Song }) {
  const shows = gapText(song);
  if (shows === undefined) return <span />;
  return (
    <span
      className={classes(
        'poster font-bold text-xl leading-none',
        isLongGone(song) ? 'text-lamp' : 'text-dim',
      )}
    >
      {shows}
      <span className="sr-only"> shows since</span>
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
