import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { getSongHistory, type SongHistory } from '#contract/songs.ts';
import { HttpError } from '#web/http/http-error.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { usePageName } from '#web/ui/page-name.ts';
import { LastShows } from './last-shows.tsx';
import { RARITY_LABELS } from './rarity-labels.ts';
import { SongCharts } from './song-charts.tsx';
import { SongFigures } from './song-figures.tsx';

/** /song-database/song?id=: when, where and how often one song was played. */
export default function SongPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return (
    <div className="grid gap-6">
      <Link
        href={paths.songDatabase()}
        className="inline-flex min-h-11 items-center justify-self-start rounded-md font-semibold text-dim hover:text-text"
      >
        ← Song Database
      </Link>
      {id ? <ChosenSong key={id} id={id} /> : <SongNotFound />}
    </div>
  );
}

function ChosenSong({ id }: { id: string }) {
  const history = useQuery(queryFor(getSongHistory, { params: { id } }));
  if (history.error instanceof HttpError && history.error.status === 404) return <SongNotFound />;
  return (
    <Loaded query={history} label="Loading the song" failed="The song could not be loaded.">
      {(found) => <History history={found} />}
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
            {[album, category].filter(Boolean).join(' · ')}
            <Badge>{RARITY_LABELS[rarity]}</Badge>
          </p>
        }
      />
      <SongFigures history={history} />
      <Played history={history}>
        <SongCharts history={history} />
        <LastShows shows={history.lastShows} />
      </Played>
    </div>
  );
}

/** What the setlists say; without any, that they say nothing. */
function Played({ history, children }: { history: SongHistory; children: ReactNode }) {
  if (history.lastShows.length > 0) return children;
  return (
    <EmptyState
      as="h2"
      title="In no setlist yet"
      text={
        history.song.timesPlayed > 0
          ? 'It was played before the setlists kept here begin.'
          : 'Be there when it is played for the first time.'
      }
    />
  );
}

function SongNotFound() {
  return (
    <EmptyState
      as="h1"
      title="Song not found."
      text="It may have been taken out of the database."
      action={
        <Button asChild variant="lamp">
          <Link href={paths.songDatabase()}>Choose a song</Link>
        </Button>
      }
    />
  );
}
