import { Fragment, useId } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { formatHits, type ScoredRow, scoreRows } from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { Stamp } from '#web/ui/stamp.tsx';

type HitsProps = { prediction: Prediction; setlist: readonly SetlistEntry[] };

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
      <ul className="grid gap-y-3 pt-3.5">
        {groupByReason(hits).map(({ reason, points, tone, titles }) => (
          <li key={reason} className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-start gap-x-3">
            <Stamp size="sm" tone={tone} label={`${points} points, ${reason}:`}>
              {points}
            </Stamp>
            <div className="min-w-0 leading-snug">
              <p className="font-semibold">
                {reason}
                {titles.length > 1 && (
                  <span className="font-normal text-dim"> · {titles.length} picks</span>
                )}
              </p>
              {titles.length <= MAX_TITLES && (
                <p className="wrap-anywhere text-dim">
                  {titles.map((title, index) => (
                    <Fragment key={title}>
                      {index > 0 && ' · '}
                      <bdi>{title}</bdi>
                    </Fragment>
                  ))}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MAX_TITLES = 4;

type Group = Pick<ScoredRow['score'], 'reason' | 'points' | 'tone'> & { titles: string[] };

function groupByReason(hits: readonly ScoredRow[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { title, score } of hits) {
    const { reason, points, tone } = score;
    const group = groups.get(reason) ?? { reason, points, tone, titles: [] };
    group.titles.push(title);
    groups.set(reason, group);
  }
  return [...groups.values()];
}
