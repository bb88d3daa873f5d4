import { useQuery } from '@tanstack/react-query';
import { type Crowd, compareCrowd } from '#contract/crowd.ts';
import { getHouseNight } from '#contract/house-players.ts';
import { HOUSE_NAMES } from '#contract/house-points.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Panel } from '#web/ui/panel.tsx';

type CrowdResultsProps = { showId: string; crowd: Crowd; played: readonly SetlistEntry[] };

/** Compares the crowd's picks with the setlist. Renders nothing before the first song. */
export function CrowdResults({ showId, crowd, played }: CrowdResultsProps) {
  const housePrediction = useQuery(queryFor(getHouseNight, { params: { id: showId } })).data;
  if (played.length === 0) return null;
  const playedIds = new Set(played.map(({ song }) => song.id));
  const countKnown = (songIds: readonly string[]) =>
    songIds.filter((songId) => playedIds.has(songId)).length;
  const { sheets } = crowd;
  const { known, played: songCount, rarestCalls, missed } = compareCrowd(crowd, played);
  return (
    <>
      <section aria-labelledby="crowd-known" className="grid gap-1.5">
        <h3 id="crowd-known" className="poster text-poster-lg">
          The crowd knew {known} of {songCount}
          {housePrediction && housePrediction.likeliestSongs.length > 0 && (
            <span className="block text-dim">
              <span className="sr-only">, </span>The odds knew{' '}
              {countKnown(housePrediction.likeliestSongs)} of {songCount}
            </span>
          )}
        </h3>
        <p className="text-dim">
          Based on the {MAX_PICKS} songs that most fans picked
          {housePrediction &&
            housePrediction.likeliestSongs.length > 0 &&
            ', and the likeliest ones before the show'}
          .
        </p>
        {/* House players are listed next to the crowd and never count toward it. */}
        <ul className="flex min-h-5 flex-wrap gap-x-5 gap-y-1 text-dim text-sm">
          {housePrediction?.players.map(({ player, songs }) => (
            <li key={player}>
              {HOUSE_NAMES[player]} knew {countKnown(songs.map(({ songId }) => songId))}
            </li>
          ))}
        </ul>
      </section>
      <Panel title="Rarest correct calls" as="h3">
        <div className="grid gap-3 px-4.5 pb-4.5">
          {rarestCalls.length > 0 && (
            <ol className="grid gap-1.5">
              {rarestCalls.slice(0, RAREST_COUNT).map(({ title, calls }) => (
                <li key={title} className="wrap-anywhere flex flex-wrap justify-between gap-x-4">
                  <bdi className="font-semibold">{title}</bdi>
                  <span className="text-dim">
                    {calls.toLocaleString('en-US')} of {sheets.toLocaleString('en-US')} called it
                  </span>
                </li>
              ))}
            </ol>
          )}
          {missed.length > 0 && (
            <p className="wrap-anywhere text-dim">
              None of the counted sheets has{' '}
              <bdi>{new Intl.ListFormat('en-US', { type: 'disjunction' }).format(missed)}</bdi>.
            </p>
          )}
        </div>
      </Panel>
    </>
  );
}

const RAREST_COUNT = 5;
