import { useQuery } from '@tanstack/react-query';
import { formatCalls, getShowCalls } from '#contract/odds.ts';
import type { Prediction } from '#contract/predictions.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Fold } from '#web/ui/list/fold.tsx';

export function PickPopularity({ prediction }: { prediction: Prediction }) {
  const params = { id: prediction.showId };
  const { data } = useQuery(queryFor(getShowCalls, { params }));
  const callsBySong = new Map(data?.songs.map(({ songId, calls }) => [songId, calls]));
  const predictedSongs = prediction.songs
    .flatMap(({ id, title }) => {
      const calls = callsBySong.get(id);
      return calls === undefined ? [] : [{ id, title, calls }];
    })
    .sort((a, b) => a.calls - b.calls);
  if (!data || data.predictions < 2 || predictedSongs.length === 0) return null;
  return (
    <Fold title="Who else called it?">
      <ul className="grid gap-1.5">
        {predictedSongs.map(({ id, title, calls }) => (
          <li key={id} className="wrap-anywhere flex flex-wrap justify-between gap-x-4">
            <bdi>{title}</bdi>
            <span className="text-dim">{formatCalls(calls, data.predictions)}</span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
