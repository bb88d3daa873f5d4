import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { TourRecap, TourSong } from '#contract/tour-recaps.ts';
import { dayDate } from '#web/time/venue-time.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Callers } from './callers.tsx';

export function TourSongs({ songs }: { songs: NonNullable<TourRecap['songs']> }) {
  const { mostCalled, mostPlayed, sheets } = songs;
  return (
    <Panel
      title="Called and played"
      aside={<p className="text-dim text-sm">{sheets.toLocaleString('en-US')} sheets</p>}
    >
      <div className="grid gap-5 px-4.5 pb-4.5">
        <Songs title="Most called" songs={mostCalled} />
        <Songs title="Most played" songs={mostPlayed} />
      </div>
    </Panel>
  );
}

function Songs({ title, songs }: { title: string; songs: readonly TourSong[] }) {
  if (songs.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pb-1 font-semibold text-dim text-sm">{title}</h3>
      <ol>
        {songs.map(({ songId, title, calls, plays }) => (
          <li
            key={songId}
            className="wrap-anywhere flex flex-wrap justify-between gap-x-4 border-rail/60 border-b py-1.5 last:border-b-0"
          >
            <bdi className="font-semibold">{title}</bdi>
            <span className="text-dim tabular-nums">
              {calls.toLocaleString('en-US')} called · {plays.toLocaleString('en-US')} played
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Bustout({ bustout }: { bustout: NonNullable<TourRecap['bustout']> }) {
  const { title, show, gap, calls, sheets, callers } = bustout;
  return (
    <Panel title="Biggest bustout called">
      <div className="grid gap-1 px-4.5 pb-4.5">
        <p className="poster wrap-anywhere text-poster-lg">
          <bdi>{title}</bdi>
        </p>
        <p className="wrap-anywhere">
          Back after {gap.toLocaleString('en-US')} shows, at{' '}
          <Link
            href={paths.showRecap({ id: show.id })}
            className="rounded-md py-2 font-semibold underline-offset-4 hover:underline"
          >
            <bdi>{show.name}</bdi>
          </Link>{' '}
          on {dayDate(show.date, show.timeZone)}
        </p>
        <p className="wrap-anywhere text-dim">
          {calls.toLocaleString('en-US')} of {sheets.toLocaleString('en-US')} called it
          <Callers names={callers} calls={calls} />
        </p>
      </div>
    </Panel>
  );
}
