import { useId } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { useBand } from '#web/band/use-band.ts';
import { useUser } from '#web/session/use-user.ts';
import { placeOf } from '#web/show-display/shown-show.ts';
import { longDate, ownTimeZone } from '#web/time/venue-time.ts';
import { Sheet, SheetHeader, SheetList, SheetRow } from '#web/ui/sheet.tsx';
import { CardFoot } from './card-foot.tsx';

/** The prediction as a sheet to show around: who called what, when, and what it came to. */
export function PredictionCard({ prediction }: { prediction: Prediction }) {
  const { show, songs, points, submittedAt } = prediction;
  const { username } = useUser();
  const productName = useBand()?.productName;
  const titleId = useId();
  return (
    <Sheet aria-labelledby={titleId}>
      {productName && (
        <p className="poster px-4.5 pt-7 font-black text-xl uppercase sm:px-6">{productName}</p>
      )}
      <SheetHeader
        id={titleId}
        as="h3"
        title={show.name}
        subtitle={
          <>
            <p>
              {placeOf(show)} · {longDate(show.date, show.timeZone)}
            </p>
            <p className="mt-2 font-semibold text-ink">Prediction by {username}</p>
            <p>Submitted {longDate(submittedAt, ownTimeZone())}</p>
          </>
        }
        aside={
          points !== null && (
            <p>
              <span className="poster block text-poster-lg leading-none">{points} </span>
              <span className="text-ink-dim text-xs">Final score</span>
            </p>
          )
        }
      />
      <SheetList
        aria-label="Songs"
        className="gap-x-8 sm:columns-2 sm:px-3 [&>li]:break-inside-avoid"
      >
        {songs.map(({ id, title, album, position }) => (
          <SheetRow key={id} number={position} title={title} note={album} />
        ))}
      </SheetList>
      <CardFoot />
    </Sheet>
  );
}
