import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { getFanPicks } from '#contract/fan-sheets.ts';
import type { ShowRow } from '#contract/leaderboards.ts';
import type { PredictionSong } from '#contract/predictions.ts';
import { toSongPicks } from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { calculateLead, listSongSwings } from '#contract/song-swings.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { SwingList } from './swing-list.tsx';
import { type Rival, useDefaultRival } from './use-rival.ts';
import { useSongChances } from './use-song-chances.ts';

type RivalSongsProps = {
  showId: string;
  picks: readonly PredictionSong[];
  rows: readonly SetlistEntry[];
  showLength: number;
  board: readonly ShowRow[];
  chosen: Rival | undefined;
  onChoose: (rival: Rival) => void;
};

export function RivalSongs({ board, chosen, onChoose, ...props }: RivalSongsProps) {
  const { id: userId } = useUser();
  const defaultRival = useDefaultRival(props.showId, board, chosen === undefined);
  const rival = chosen ?? defaultRival;
  if (rival === null)
    return <p className="px-4.5 pt-3 pb-4.5 text-dim">No other fan predicted this show.</p>;
  const others = board.filter((row) => row.userId !== userId);
  const options: Rival[] =
    rival && !others.some((row) => row.userId === rival.userId) ? [rival, ...others] : others;
  return (
    <div className="grid gap-4 px-4.5 pt-3 pb-4.5">
      <SelectField
        label="Rival"
        value={rival?.userId ?? ''}
        placeholder="Choose a fan"
        onChange={({ target }) => {
          const choice = options.find((option) => option.userId === target.value);
          if (choice) onChoose(choice);
        }}
        options={options.map((option) => ({ value: option.userId, label: option.username }))}
      />
      {rival && <Comparison key={rival.userId} rival={rival} {...props} />}
    </div>
  );
}

type ComparisonProps = Omit<RivalSongsProps, 'board' | 'chosen' | 'onChoose'> & { rival: Rival };

function Comparison({ rival: { username }, ...props }: ComparisonProps) {
  const id = props.showId;
  const rivalPicks = useQuery(queryFor(getFanPicks, { params: { username, id } }));
  return (
    <Loaded
      query={rivalPicks}
      label="Loading the rival's picks"
      errorMessage="The rival's picks could not be loaded."
    >
      {(data) =>
        data.picks ? (
          <Duel {...props} username={username} rivalPicks={data.picks} />
        ) : (
          <p className="text-dim">
            <bdi>{username}</bdi> keeps their predictions private.
          </p>
        )
      }
    </Loaded>
  );
}

type DuelProps = Omit<ComparisonProps, 'rival'> & {
  username: string;
  rivalPicks: readonly PredictionSong[];
};

function Duel({ showId, username, picks, rivalPicks, rows, showLength }: DuelProps) {
  const odds = useSongChances(showId);
  const { lead, mine, theirs } = useMemo(() => {
    const [me, them] = [toSongPicks(picks), toSongPicks(rivalPicks)];
    return {
      lead: calculateLead(me, them, rows),
      mine: listSongSwings(me, them, rows, showLength),
      theirs: listSongSwings(them, me, rows, showLength),
    };
  }, [picks, rivalPicks, rows, showLength]);
  const shared = { rows, odds };
  const name = <bdi className="wrap-anywhere">{username}</bdi>;
  const myPassing = mine.filter(({ passes }) => passes);
  const theirPassing = theirs.filter(({ passes }) => passes);
  return (
    <>
      <p className="font-semibold">{formatLead(lead, name)}</p>
      {lead <= 0 && (
        <SwingList
          {...shared}
          songs={picks}
          sign="+"
          swings={myPassing.length > 0 ? myPassing : mine}
          title={myPassing.length > 0 ? <>Lifts you past {name}</> : 'Closes the gap'}
          emptyText={<>None of your songs gains on {name} now.</>}
        />
      )}
      <SwingList
        {...shared}
        songs={rivalPicks}
        sign="−"
        swings={theirPassing.length > 0 ? theirPassing : theirs}
        title={theirPassing.length > 0 ? <>Lifts {name} past you</> : 'Sinks you'}
        emptyText="None of their songs gains on you now."
      />
      {odds && <p className="text-dim text-xs">Chances tonight, as forecast before the show</p>}
    </>
  );
}

function formatLead(lead: number, name: ReactNode) {
  const points = Math.abs(lead) === 1 ? '1 pt' : `${Math.abs(lead)} pts`;
  if (lead === 0) return <>You and {name} are level.</>;
  return lead < 0 ? (
    <>
      {name} is {points} ahead.
    </>
  ) : (
    <>
      You are {points} ahead of {name}.
    </>
  );
}
