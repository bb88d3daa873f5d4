import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { formatOrdinal } from '#contract/ordinals.ts';
import type { Prediction } from '#contract/predictions.ts';
import {
  computeReachablePoints,
  computeReachableRank,
  estimateShowLength,
} from '#contract/reachable-points.ts';
import { toSongPicks } from '#contract/scorecard.ts';
import { indexSetlist, totalPoints } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { buildBoardPageQuery } from '#web/board/use-board-page.ts';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { ChevronDown } from '#web/ui/icons.ts';
import { PANEL } from '#web/ui/panel.tsx';
import { type MyProgress, STANDINGS_PAGE_SIZE } from '../use-my-progress.ts';
import { RivalSongs } from './rival-songs.tsx';

type WhatINeedProps = {
  prediction: Prediction;
  rows: readonly SetlistEntry[];
  /** The panel stays after the show, with the final points, so that the picks don't move. */
  isOver: boolean;
  standing: MyProgress['standing'];
  /** Kept by the page, because the panel unmounts when the fan changes tabs. */
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
};

export function WhatINeed(props: WhatINeedProps) {
  const { prediction, rows, isOver, standing, isOpen, onToggle } = props;
  const { showId } = prediction;
  const { id: userId } = useUser();
  const headingId = useId();
  const board = useQuery(
    queryWithTotalFor(getShowLeaderboard, {
      params: { id: showId },
      query: buildBoardPageQuery(STANDINGS_PAGE_SIZE),
    }),
  ).data;
  const picks = useMemo(() => toSongPicks(prediction.songs), [prediction]);
  const showLength = isOver ? rows.length : estimateShowLength(rows);
  const points = useMemo(
    () => computeReachablePoints(picks, rows, showLength),
    [picks, rows, showLength],
  );
  const canGain = points > totalPoints(picks, indexSetlist(rows));
  const reachableRank = board && computeReachableRank(points, userId, board);
  return (
    <section aria-labelledby={headingId} className={`${PANEL} mb-6`}>
      <details
        className="group"
        open={isOpen}
        onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
      >
        <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4.5 py-3 focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <h2 id={headingId} className="label text-dim">
            What you need now
          </h2>
          <ChevronDown
            aria-hidden
            className="row-span-3 size-5 shrink-0 text-dim group-open:rotate-180"
          />
          {isOver ? (
            <FinalResult points={points} standing={standing} />
          ) : canGain ? (
            <p className="mt-1 text-dim">
              You can still reach <Poster>{points.toLocaleString('en-US')}</Poster> points
              {reachableRank && (
                <>
                  {' '}
                  and <Poster>{formatOrdinal(reachableRank)}</Poster> place
                </>
              )}
              .
            </p>
          ) : (
            <p className="mt-1 text-dim">
              Nothing left to gain: you have <Poster>{points.toLocaleString('en-US')}</Poster>{' '}
              points.
            </p>
          )}
        </summary>
        {isOpen && !isOver && (
          <p className="px-4.5 pb-3 text-dim text-sm">
            In a show of up to {showLength} songs{canGain && ', if no other fan gains points'}.
          </p>
        )}
        {isOpen && board && (
          <RivalSongs
            key={showId}
            {...{ showId, rows, showLength }}
            picks={prediction.songs}
            board={board.rows}
          />
        )}
      </details>
    </section>
  );
}

function FinalResult({ points, standing }: { points: number } & Pick<WhatINeedProps, 'standing'>) {
  return (
    <>
      <p className="mt-1">
        <span className="text-dim">Final:</span> <Poster>{points.toLocaleString('en-US')}</Poster>{' '}
        pts
        {standing && `, ${formatOrdinal(standing.rank)}`}
      </p>
      <p className="text-dim text-sm">
        {standing && `of ${standing.total.toLocaleString('en-US')} fans`}
      </p>
    </>
  );
}

function Poster({ children }: { children: string }) {
  return <span className="poster text-poster-md text-text leading-none">{children}</span>;
}
