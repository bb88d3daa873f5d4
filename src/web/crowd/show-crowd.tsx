import { useQuery } from '@tanstack/react-query';
import { type Crowd, getCrowd, listFavorites, MIN_CROWD } from '#contract/crowd.ts';
import { getSetlist } from '#contract/setlists.ts';
import { hasResults, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CrowdResults } from './crowd-results.tsx';
import { EXCLUDED_SHEETS_NOTE } from './excluded-sheets-note.ts';
import { HeatMap } from './heat-map.tsx';
import { ShareRow, SongShares } from './song-shares.tsx';

type ShowCrowdProps = { show: Pick<Show, 'id' | 'status'> };

/** Mount only after predictions lock. */
export function ShowCrowd({ show }: ShowCrowdProps) {
  const crowd = useQuery(queryFor(getCrowd, { params: { id: show.id } }));
  return (
    <Loaded
      query={crowd}
      label="Loading crowd statistics"
      errorMessage="The crowd's picks could not be loaded."
    >
      {(data) =>
        data.songs.length > 0 ? (
          <CalledSongs show={show} crowd={data} />
        ) : (
          <EmptyState
            as="h3"
            title="Not enough predictions"
            text={`Crowd statistics need at least ${MIN_CROWD} predictions, to keep everyone's picks private. ${EXCLUDED_SHEETS_NOTE}`}
          />
        )
      }
    </Loaded>
  );
}

function CalledSongs({ show, crowd }: ShowCrowdProps & { crowd: Crowd }) {
  const setlist = useQuery(queryFor(getSetlist, { params: { id: show.id } }));
  const played = (hasResults(show) && setlist.data) || [];
  const playedIds = new Set(played.map(({ song }) => song.id));
  return (
    <div className="grid grid-cols-1 gap-6">
      <CrowdResults showId={show.id} crowd={crowd} played={played} />
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Favorites title="Favorite openers" crowd={crowd} callsKey="openerCalls" />
        <Favorites title="Favorite closers" crowd={crowd} callsKey="closerCalls" />
      </div>
      <SongShares crowd={crowd} playedIds={playedIds} />
      <HeatMap crowd={crowd} />
      <p className="text-dim text-sm">{EXCLUDED_SHEETS_NOTE}</p>
    </div>
  );
}

const FAVORITE_COUNT = 3;

type FavoritesProps = { title: string; crowd: Crowd; callsKey: 'openerCalls' | 'closerCalls' };

function Favorites({ title, crowd, callsKey }: FavoritesProps) {
  return (
    <Panel title={title} as="h3">
      <ol className="px-4.5 pb-3">
        {listFavorites(crowd, callsKey, FAVORITE_COUNT).map((song) => (
          <ShareRow
            key={song.songId}
            title={song.title}
            calls={song[callsKey]}
            sheets={crowd.sheets}
          />
        ))}
      </ol>
    </Panel>
  );
}
