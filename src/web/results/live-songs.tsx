import type { ReactNode } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { pointsSoFar, scoreRows } from '#contract/scorecard.ts';
import { Counter } from '#web/ui/list/counter.tsx';
import { SongPreview } from './song-preview.tsx';
import { useResults } from './use-results.ts';

export function LiveSongs({ prediction, isWide }: { prediction: Prediction; isWide: boolean }) {
  const { setlist, standing } = useResults(prediction.showId);
  const rows = setlist.data && scoreRows(prediction, setlist.data);
  const hits = rows?.filter(({ score }) => score.points > 0);
  // Before the first song, everyone shares rank 1.
  const rank = setlist.data?.length ? standing : null;
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 border-rule border-b px-4.5 py-2.5 sm:px-6">
        <Figure label="Points so far">{rows ? <Counter value={pointsSoFar(rows)} /> : '–'}</Figure>
        <Figure label="Rank" note={rank && `of ${rank.total.toLocaleString('en-US')}`}>
          {rank ? rank.rank.toLocaleString('en-US') : '–'}
        </Figure>
      </dl>
      <SongPreview
        {...{ prediction, isWide }}
        scores={new Map(hits?.map(({ position, score }) => [position, score]))}
      />
    </>
  );
}

type FigureProps = { label: string; note?: string | null; children: ReactNode };

function Figure({ label, note, children }: FigureProps) {
  return (
    <div className="flex items-baseline gap-x-2.5 text-ink-dim text-sm">
      <dt>{label}</dt>
      <dd className="whitespace-nowrap">
        <span className="poster text-ink text-poster-md">{children}</span> {note}
      </dd>
    </div>
  );
}
