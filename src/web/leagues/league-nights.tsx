import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { type LeagueNight, listLeagueNights } from '#contract/league-boards.ts';
import { paths } from '#contract/pages.ts';
import { buildBoardPageQuery } from '#web/board/use-board-page.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { Panel } from '#web/ui/panel.tsx';

const NIGHT_COUNT = 10;

export function LeagueNights({ leagueId }: { leagueId: string }) {
  const query = buildBoardPageQuery(NIGHT_COUNT);
  const nights = useQuery(queryFor(listLeagueNights, { params: { id: leagueId }, query }));
  if (nights.data?.length === 0) return null;
  return (
    <Panel title="Recent winners">
      <Loaded
        query={nights}
        className="px-4.5 pb-4.5"
        label="Loading the winners"
        errorMessage="The winners could not be loaded."
        skeleton={<SkeletonRows count={1} />}
      >
        {(data) => (
          <ul>
            {data.map((night) => (
              <NightRow key={night.show.id} night={night} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function NightRow({ night }: { night: LeagueNight }) {
  const { show, winners, winnerCount, totalPoints } = night;
  const unlisted = winnerCount - winners.length;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-rail/60 border-t px-4.5 py-2.5">
      <span className="grid min-w-0">
        <span className="flex flex-wrap gap-x-1.5 font-semibold">
          {winners.map(({ userId, username }, index) => (
            <span key={userId} className="inline-flex min-w-0 max-w-full">
              <Link
                href={paths.fan({ username })}
                className="min-w-0 rounded-md py-1 underline-offset-4 hover:underline"
              >
                <LongName name={username} />
              </Link>
              {index < winners.length - 1 && ','}
            </span>
          ))}
          {unlisted > 0 && <span>and {unlisted.toLocaleString('en-US')} more</span>}
        </span>
        <Link
          href={paths.showLeaderboard({ show: show.id })}
          className="justify-self-start py-1 text-dim text-sm underline underline-offset-4"
        >
          {show.name} · {shortDate(show.date, show.timeZone)}
        </Link>
      </span>
      <span className="whitespace-nowrap font-semibold tabular-nums">{totalPoints} pts</span>
    </li>
  );
}
