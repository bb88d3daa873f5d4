import type { NightParts } from './night-parts.ts';

/** Where there is room, all beside each other: two columns, or three. */
export function NightColumns({ setlist, standings, picks }: NightParts) {
  return (
    <div className="grid grid-cols-2 items-start gap-x-8 gap-y-10 pt-3 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="row-span-2 min-w-0 xl:row-span-1">{setlist}</div>
      <section aria-labelledby="standings" className="grid min-w-0 gap-2">
        <h2 id="standings" className="poster text-poster-lg">
          Standings
        </h2>
        {standings}
      </section>
      <div className="min-w-0">{picks}</div>
    </div>
  );
}
