import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { HousePlayer } from '#contract/house-players.ts';
import { HOUSE_NAMES, isHousePlayer } from '#contract/house-points.ts';
import { paths } from '#contract/pages.ts';
import type { HouseContest, HouseSeries } from '#contract/recaps.ts';
import { HouseAvatar } from '#web/house-players/house-avatar.tsx';
import { Panel } from '#web/ui/panel.tsx';

type ShowContestProps = { contest: HouseContest; tourName: string | null };

export function ShowContest({ contest, tourName }: ShowContestProps) {
  const { players, winner, houseAverage, fansAverage, beatenBy, series } = contest;
  return (
    <ContestPanel players={players}>
      <p>
        {VERDICTS[winner]} The house averaged {Number(houseAverage).toFixed(1)} points, the fans{' '}
        {Number(fansAverage).toFixed(1)}.
      </p>
      <p className="text-dim">
        {beatenBy === 0
          ? 'No fan beat every house player.'
          : `${beatenBy.toLocaleString('en-US')} ${beatenBy === 1 ? 'fan' : 'fans'} beat every house player.`}
      </p>
      {tourName !== null && <p className="text-dim">{describeSeries(series)}</p>}
    </ContestPanel>
  );
}

type TourContestProps = {
  house: {
    players: readonly { player: HousePlayer; points: number; nights: number }[];
    series: HouseSeries;
  };
};

export function TourContest({ house: { players, series } }: TourContestProps) {
  return (
    <ContestPanel players={players}>
      <p>{describeSeries(series)}</p>
      <p className="text-dim text-sm">The side with the higher average wins the night.</p>
    </ContestPanel>
  );
}

type ContestPanelProps = {
  players: readonly { player: HousePlayer; points: number }[];
  children: ReactNode;
};

function ContestPanel({ players: allPlayers, children }: ContestPanelProps) {
  const players = allPlayers.filter(({ player }) => isHousePlayer(player));
  return (
    <Panel
      title="The house against the fans"
      aside={
        <Link
          href={paths.house()}
          className="-my-2 rounded-md py-2 text-dim text-sm underline underline-offset-4"
        >
          House Players
        </Link>
      }
    >
      <div className="grid gap-2 px-4.5 pb-4.5">
        {children}
        <ul className="grid gap-1 pt-1">
          {players.map(({ player, points }) => (
            <li key={player} className="flex min-h-9 items-center gap-3">
              <HouseAvatar player={player} size="sm" />
              <span className="min-w-0 flex-1">{HOUSE_NAMES[player]}</span>
              <span className="tabular-nums">{points.toLocaleString('en-US')} pts</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

const VERDICTS: Record<HouseContest['winner'], string> = {
  house: 'The house won the night.',
  fans: 'The fans won the night.',
  tie: 'A tie.',
};

function describeSeries({ house, fans, ties }: HouseSeries): string {
  const [high, low] = [Math.max(house, fans), Math.min(house, fans)];
  const tiesText = ties > 0 ? `, with ${ties} ${ties === 1 ? 'tie' : 'ties'}` : '';
  if (house === fans) return `House and fans are even at ${house}–${fans} on this tour${tiesText}.`;
  return `${house > fans ? 'The house leads' : 'The fans lead'} ${high}–${low} on this tour${tiesText}.`;
}
