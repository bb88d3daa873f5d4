import { useState } from 'react';
import { Link } from 'wouter';
import { HOUSE_PLAYERS, type RecordedNight } from '#contract/house-players.ts';
import { HOUSE_NAMES } from '#contract/house-points.ts';
import { paths } from '#contract/pages.ts';
import { useHidesShow } from '#web/show-display/spoilers.tsx';
import { shortDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Table, Td, Th } from '#web/ui/list/table.tsx';
import { HouseAvatar } from './house-avatar.tsx';

const FIRST_SHOWS = 20;

export function RecordTable({ nights: allNights }: { nights: readonly RecordedNight[] }) {
  const hidesShow = useHidesShow();
  const nights = allNights.filter(({ show }) => !hidesShow({ ...show, status: 'closed' }));
  const [showsAll, setShowsAll] = useState(false);
  const visibleNights = showsAll ? nights : nights.slice(0, FIRST_SHOWS);
  return (
    <section className="grid gap-3" aria-labelledby="house-record">
      <div>
        <h2 id="house-record" className="poster text-poster-md">
          Show by show
        </h2>
        <p className="mt-1 text-dim text-sm">Points, and how many fans had more.</p>
      </div>
      <Table
        label="The house players’ points show by show"
        className="rounded-panel border border-rail bg-stage"
      >
        <thead>
          <tr>
            <Th className="max-sm:first:pl-3.5">Show</Th>
            {HOUSE_PLAYERS.map((player) => (
              <Th key={player} numeric className="max-sm:px-1.5 max-sm:last:pr-3.5">
                <span className="sm:hidden">
                  <HouseAvatar player={player} size="sm" />
                </span>
                <span className="sr-only sm:not-sr-only">{HOUSE_NAMES[player]}</span>
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visibleNights.map((night) => (
            <NightRow key={night.show.id} night={night} />
          ))}
        </tbody>
      </Table>
      {visibleNights.length < nights.length && (
        <Button className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {nights.length} shows
        </Button>
      )}
    </section>
  );
}

function NightRow({ night: { show, fans, players } }: { night: RecordedNight }) {
  const bestScore = Math.max(...players.map(({ points }) => points));
  return (
    <tr>
      <Td className="max-sm:first:min-w-24 max-sm:pr-1.5 max-sm:first:pl-3.5">
        <Link
          href={paths.showLeaderboard({ show: show.id })}
          className="wrap-break-word inline-flex min-h-11 flex-col justify-center font-semibold underline-offset-4 hover:underline"
        >
          {show.name}
          <span className="block font-normal text-dim text-xs">
            {shortDate(show.date, show.timeZone)}
          </span>
        </Link>
      </Td>
      {HOUSE_PLAYERS.map((player) => {
        const entry = players.find((candidate) => candidate.player === player);
        return (
          <Td key={player} numeric className="whitespace-nowrap max-sm:px-1.5 max-sm:last:pr-3.5">
            {entry ? (
              <>
                <span className={entry.points === bestScore ? 'font-bold' : undefined}>
                  {entry.points}
                </span>
                <span className="block text-dim text-xs">
                  {entry.beatenBy} of {fans}
                  <span className="sr-only"> fans had more</span>
                </span>
              </>
            ) : (
              <span className="text-dim">–</span>
            )}
          </Td>
        );
      })}
    </tr>
  );
}
