import { useState } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { browserTimeZone, clockTime, shortDate } from '#web/time/venue-time.ts';
import { SheetRow } from '#web/ui/list/sheet.tsx';

/** The first songs of a prediction, with a button for the others. */
export function SongPreview({ prediction }: { prediction: Prediction }) {
  const { show, songs, submittedAt } = prediction;
  const [showsAll, setShowsAll] = useState(false);
  const hiddenCount = showsAll ? 0 : songs.length - PREVIEW_SONGS;
  const zone = browserTimeZone();
  return (
    <>
      <ol aria-label={`Songs predicted for ${show.name}`}>
        {songs.slice(0, showsAll ? songs.length : PREVIEW_SONGS).map(({ id, title, position }) => (
          <SheetRow key={id} number={position} title={title} />
        ))}
      </ol>
      <div className="grid justify-items-start gap-1 px-4.5 pt-1 text-ink-dim text-sm sm:px-6">
        {hiddenCount > 0 && (
          <button
            type="button"
            aria-label={`+${hiddenCount} more... of ${show.name}`}
            onClick={() => setShowsAll(true)}
            className="min-h-11 rounded-md font-semibold text-ink underline underline-offset-4"
          >
            +{hiddenCount} more...
          </button>
        )}
        <p className={hiddenCount > 0 ? '' : 'pt-2'}>
          {songs.length} {songs.length === 1 ? 'song' : 'songs'} selected · Submitted{' '}
          {shortDate(submittedAt, zone)}, {clockTime(submittedAt, zone)}
        </p>
      </div>
    </>
  );
}

/** Number of songs (specification). */
const PREVIEW_SONGS = 6;
