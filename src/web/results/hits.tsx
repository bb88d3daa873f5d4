import { useId } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { formatHits, scoreRows } from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { Stamp } from '#web/ui/stamp.tsx';

type HitsProps = { prediction: Prediction; setlist: readonly SetlistEntry[] };

/** The picks that earned points, most points first. */
export function Hits({ prediction, setlist }: HitsProps) {
  const headingId = useId();
  const rows = scoreRows(prediction, setlist);
  const hits = rows
    .filter(({ score }) => score.points > 0)
    .toSorted((a, b) => b.score.points - a.score.points);
  if (setlist.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="pb-8">
      <h3 id={headingId} className="poster text-poster-sm">
        {formatHits(rows)}
      </h3>
      {hits.length === 0 && (
        <p className="pt-1 text-dim">
          {prediction.show.status === 'live'
            ? 'None of your picks has been played yet.'
            : 'None of your picks was played.'}
        </p>
      )}
      <ul className="flex flex-wrap gap-x-5 gap-y-2 pt-2.5">
        {hits.map(({ position, title, score: { points, tone, reason } }) => (
          <li key={position} className="flex min-w-0 items-center gap-2">
            <Stamp size="sm" tone={tone} label={`${points} points, ${reason}:`}>
              {points}
            </Stamp>
            <bdi className="wrap-anywhere">{title}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
