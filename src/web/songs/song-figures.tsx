import { gapText, type Song, type SongHistory } from '#contract/songs.ts';
import { useBand } from '#web/band/use-band.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { Stat } from '#web/ui/stat.tsx';
import { ordinal } from './ordinal.ts';
import { usualPosition } from './plays-columns.ts';

/** A song's figures, the plays it was imported with included, where they are known. */
export function SongFigures({ history }: { history: SongHistory }) {
  const { song, positions, openerCount, closerCount } = history;
  const timeZone = useBand()?.timeZone ?? 'UTC';
  const { firstPlayed, lastPlayed, timesPlayed, averagePosition } = song;
  const [lastDay, lastYear] = lastPlayed ? shortDate(lastPlayed, timeZone).split(', ') : [];
  const usual = usualPosition(positions) ?? (averagePosition && Math.round(+averagePosition));
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6 xl:gap-4">
      <Stat
        label="Times Played"
        value={timesPlayed.toLocaleString('en-US')}
        note={firstPlayed && `first on ${shortDate(firstPlayed, timeZone)}`}
      />
      <Stat label="Last Played" value={lastDay ?? 'Never'} note={lastYear} />
      <Stat label="Gap" value={gapText(song) ?? '--'} note={gapNote(song)} />
      <Stat
        label="Usual Position"
        value={usual ? ordinal(usual) : '--'}
        note={averagePosition && `average ${Number(averagePosition).toFixed(1)}`}
      />
      <Stat label="Opener" value={openerCount} note={timesOf(openerCount)} />
      <Stat label="Closer" value={closerCount} note={timesOf(closerCount)} />
    </dl>
  );
}

function gapNote({ gap, gapIsMinimum }: Song): string {
  if (gap === null) return 'never played';
  if (gap === 0) return 'played at the latest show';
  return gap === 1 && !gapIsMinimum ? 'show since last played' : 'shows since last played';
}

function timesOf(count: number): string {
  return count === 1 ? 'time' : 'times';
}
