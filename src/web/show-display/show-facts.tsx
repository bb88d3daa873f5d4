import { timeWithZone, viewerTime } from '#web/time/venue-time.ts';
import { placeOf, type ShownShow } from './shown-show.ts';

/** Where and when: 'Harbor Hall · Richmond, VA · 7:30 PM EST · Long Way Round', and the viewer's own time. */
export function ShowFacts({ show }: { show: ShownShow }) {
  const { venue, date, timeZone } = show;
  const ownTime = viewerTime(date, timeZone);
  const facts = [
    // 'Lantern Hall, Night 2' has said it.
    venue && show.name.startsWith(venue) ? null : venue,
    placeOf(show),
    timeWithZone(date, timeZone),
    show.tourName,
  ].filter((fact) => fact);
  return (
    <>
      <p className="flex flex-wrap gap-x-2">
        {facts.map((fact, index) => (
          <span key={fact} className="flex gap-x-2">
            {fact}
            {index < facts.length - 1 && <span aria-hidden>·</span>}
          </span>
        ))}
      </p>
      {ownTime && <p>{ownTime} your time</p>}
    </>
  );
}
