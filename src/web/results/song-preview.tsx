import { useState } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import type { Score } from '#contract/scorecard.ts';
import { buildTwoColumnStyle } from '#web/score-display/sheet-picks.tsx';
import { browserTimeZone, shortDate } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { Facts } from '#web/ui/list/facts.tsx';
import { SheetRow } from '#web/ui/list/sheet.tsx';
import { Stamp } from '#web/ui/stamp.tsx';

type SongPreviewProps = {
  prediction: Prediction;
  scores?: ReadonlyMap<number, Score> | undefined;
  isWide?: boolean | undefined;
};

export function SongPreview({ prediction, scores, isWide = false }: SongPreviewProps) {
  const { show, songs, submittedAt } = prediction;
  const [showsAll, setShowsAll] = useState(false);
  const hiddenCount = showsAll ? 0 : songs.length - PREVIEW_SONGS;
  const shownSongs = songs.slice(0, showsAll ? songs.length : PREVIEW_SONGS);
  const hiddenHits = songs
    .slice(shownSongs.length)
    .filter(({ position }) => (scores?.get(position)?.points ?? 0) > 0).length;
  return (
    <>
      <ol
        aria-label={`Songs predicted for ${show.name}`}
        style={buildTwoColumnStyle(shownSongs.length)}
        className={classes(
          isWide && 'gap-x-8 lg:grid lg:grid-flow-col lg:grid-cols-2 lg:grid-rows-(--rows)',
        )}
      >
        {shownSongs.map(({ id, title, position }) => (
          <SheetRow
            key={id}
            className="min-h-10.5!"
            number={position}
            title={title}
            aside={<PickStamp score={scores?.get(position)} />}
          />
        ))}
      </ol>
      <div className="grid justify-items-start gap-1 px-4.5 pt-1 text-ink-dim text-sm sm:px-6">
        {hiddenCount > 0 && (
          <p className="flex flex-wrap items-center gap-x-3">
            <button
              type="button"
              aria-label={`+${hiddenCount} more... of ${show.name}`}
              onClick={() => setShowsAll(true)}
              className="min-h-11 rounded-md font-semibold text-ink underline underline-offset-4"
            >
              +{hiddenCount} more...
            </button>
            {hiddenHits > 0 && `${hiddenHits} of them called`}
          </p>
        )}
        <Facts
          facts={[
            `${songs.length} ${songs.length === 1 ? 'song' : 'songs'} selected`,
            `Submitted ${shortDate(submittedAt, browserTimeZone())}`,
          ]}
          className={hiddenCount > 0 ? '' : 'pt-2'}
        />
      </div>
    </>
  );
}

function PickStamp({ score }: { score: Score | undefined }) {
  if (!score) return null;
  return (
    <Stamp tone={score.tone} label={`${score.points} points, ${score.badge}`}>
      {score.points}
    </Stamp>
  );
}

/** Number of songs (specification). */
const PREVIEW_SONGS = 6;
