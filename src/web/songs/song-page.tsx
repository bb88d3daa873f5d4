import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { formatOrdinal } from '#contract/ordinals.ts';
import { paths } from '#contract/pages.ts';
import { formatPlace } from '#contract/shows.ts';
import {
  DEFAULT_CATEGORY,
  formatGap,
  getSongHistory,
  type Song,
  type SongHistory,
  type SongShow,
} from '#contract/songs.ts';
import { useBand } from '#web/band/use-band.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { SetlistArchives } from '#web/show-display/setlist-source.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState, NotFound } from '#web/ui/feedback/empty-state.tsx';
import { ColumnChart } from '#web/ui/list/column-chart.tsx';
import { Stat, StatPair } from '#web/ui/list/stat.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { usePageName } from '#web/ui/page-name.ts';
import { Panel } from '#web/ui/panel.tsx';
import { countPlaysByPosition, countPlaysOverTime } from './plays-columns.ts';
import { RarityBadge } from './rarity-badge.tsx';

export default function SongPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return (
    <div className="grid gap-6">
      <BackLink href={paths.songDatabase()} label="Song Database" />
      {id ? <SongById key={id} id={id} /> : <SongNotFound />}
    </div>
  );
}

function SongById({ id }: { id: string }) {
  const history = useQuery(queryFor(getSongHistory, { params: { id } }));
  return (
    <Loaded
      query={history}
      label="Loading the song"
      errorMessage="The song could not be loaded."
      notFound={<SongNotFound />}
    >
      {(data) => <History history={data} />}
    </Loaded>
  );
}

function History({ history }: { history: SongHistory }) {
  const { title, album, rarity, category } = history.song;
  usePageName(title);
  return (
    <div className="grid gap-8">
      <PageHeader
        title={title}
        subtitle={
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {[album, category !== DEFAULT_CATEGORY && `Category: ${category}`]
              .filter(Boolean)
              .join(' · ')}
            <RarityBadge rarity={rarity} />
          </p>
        }
      />
      <SongStats history={history} />
      <PlayHistory history={history}>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <SongCharts history={history} />
          <LastShows shows={history.lastShows} />
        </div>
        <SetlistArchives archives={history.archives} />
      </PlayHistory>
    </div>
  );
}

function PlayHistory({ history, children }: { history: SongHistory; children: ReactNode }) {
  if (history.lastShows.length > 0) return children;
  return (
    <EmptyState
      as="h2"
      title="Not in a setlist yet"
      text={
        history.song.timesPlayed > 0
          ? 'It was played before the earliest setlist here.'
          : 'Be there when it is played for the first time.'
      }
    />
  );
}

function SongNotFound() {
  return (
    <NotFound
      title="Song not found."
      text="It may have been removed from the database."
      href={paths.songDatabase()}
      linkText="Choose a song"
    />
  );
}

function SongStats({ history }: { history: SongHistory }) {
  const { song, openerCount, closerCount } = history;
  const timeZone = useBand()?.timeZone ?? 'UTC';
  const { firstPlayed, lastPlayed, timesPlayed, averagePosition } = song;
  const [lastDay, lastYear] = lastPlayed ? shortDate(lastPlayed, timeZone).split(', ') : [];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5 xl:gap-4">
      <Stat label="Gap" value={formatGap(song) ?? '--'} note={formatGapNote(song)} />
      <Stat label="Last Played" value={lastDay ?? 'Never'} note={lastYear} />
      <Stat
        label="Times Played"
        value={timesPlayed.toLocaleString('en-US')}
        note={firstPlayed && `first on ${shortDate(firstPlayed, timeZone)}`}
      />
      <Stat
        label="Average Position"
        value={averagePosition ? Number(averagePosition).toFixed(1) : '--'}
        note="in the setlist"
      />
      <StatPair
        className="col-span-2 xl:col-span-1"
        stats={[
          { label: 'Opener', value: openerCount, note: pluralizeTimes(openerCount) },
          { label: 'Closer', value: closerCount, note: pluralizeTimes(closerCount) },
        ]}
      />
    </dl>
  );
}

function formatGapNote({ gap, gapIsMinimum }: Song): string {
  if (gap === null) return 'never played';
  if (gap === 0) return 'played at the latest show';
  return gap === 1 && !gapIsMinimum ? 'show since last played' : 'shows since last played';
}

function pluralizeTimes(count: number): string {
  return count === 1 ? 'time' : 'times';
}

function LastShows({ shows }: { shows: readonly SongShow[] }) {
  return (
    <Panel title="Last Shows" aside={<span className="text-dim text-sm">Position</span>}>
      <ol className="pb-1">
        {shows.map((show) => (
          <li key={show.id} className="border-rail/60 border-t">
            <Link
              href={paths.liveSetlist({ show: show.id })}
              className="flex min-h-14 items-center gap-4 px-4.5 py-2.5 -outline-offset-2 hover:bg-text/5"
            >
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <span className="min-w-0 font-semibold">{show.name}</span>
                  {show.isOpener && <Badge tone="special">Opener</Badge>}
                  {show.isCloser && <Badge tone="special">Closer</Badge>}
                </span>
                <span className="block text-dim text-sm">
                  {formatPlace(show)} · {shortDate(show.date, show.timeZone)}
                </span>
              </span>
              <span className="poster shrink-0 text-poster-sm">
                {show.positions.map(formatOrdinal).join(', ')}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function SongCharts({ history }: { history: SongHistory }) {
  const { song, months, positions } = history;
  const { unit, columns } = countPlaysOverTime(
    months,
    new Date(serverNow()).toISOString().slice(0, 7),
  );
  const storedPlays = months.reduce((sum, { timesPlayed }) => sum + timesPlayed, 0);
  const importedPlays = song.timesPlayed - storedPlays;
  if (storedPlays < MIN_CHARTED_PLAYS) return null;
  return (
    <div className="grid gap-6">
      <Panel title="Plays Over Time">
        <div className="px-4.5 pb-3">
          <ColumnChart
            label={`Times ${song.title} was played by ${unit.toLowerCase()}`}
            headers={[unit, 'Plays']}
            columns={columns}
          />
          {importedPlays > 0 && (
            <p className="pb-1.5 text-dim text-sm">
              {importedPlays.toLocaleString('en-US')} earlier{' '}
              {importedPlays === 1 ? 'play has' : 'plays have'} no setlist here.
            </p>
          )}
        </div>
      </Panel>
      <Panel title="Position in the Setlist">
        <div className="px-4.5 pb-3">
          <ColumnChart
            label={`Times ${song.title} was played by position`}
            headers={['Position', 'Plays']}
            columns={countPlaysByPosition(positions)}
          />
        </div>
      </Panel>
    </div>
  );
}

/** Fewer plays are easier to read in the list of shows. */
const MIN_CHARTED_PLAYS = 3;
