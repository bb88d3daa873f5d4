import { placeOf } from '#contract/shows.ts';
import { dayDate, timeWithZone, viewerTime } from '#web/time/venue-time.ts';
import type { ShownShow } from './shown-show.ts';

type ShowFactsProps = {
  show: ShownShow;
  /** With the day, where no stub beside it has it. */
  dated?: boolean | undefined;
};

/** Where and when: 'Harbor Hall · Richmond, VA · 7:30 PM EST · Long Way Round', and the viewer's own time. */
export function ShowFacts({ show, dated = false }: ShowFactsProps) {
  const { venue, date, timeZone } = show;
  const ownTime = viewerTime(date, timeZone);
  const facts = [
    // 'Lantern Hall, Night 2' has said it.
    venue && show.name.startsWith(venue) ? null : venue,
    placeOf(show),
    dated ? dayDate(date, timeZone) : null,
    timeWithZone(date, timeZone),
    show.tourName,
  ].filter((fact) => fact);
  return (
    <>
      <p className="overflow-hidden">
        {/* The dot that a line would begin with falls into the margin, which is cut off. */}
        <span className="-ml-4 flex flex-wrap">
          {facts.map((fact) => (
            <span key={fact} className="flex">
              <span aria-hidden className="w-4 shrink-0 text-center">
                ·
              </span>
              {fact}
            </span>
          ))}
        </span>
      </p>
      {ownTime && <p>{ownTime} your time</p>}
    </>
  );
}
