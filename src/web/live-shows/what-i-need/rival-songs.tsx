import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { getFanPicks } from '#contract/fan-sheets.ts';
import type { ShowRow } from '#contract/leaderboards.ts';
import { listLeagueRivals } from '#contract/league-boards.ts';
import type { PredictionSong } from '#contract/predictions.ts';
import { toSongPicks } from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { calculateLead, listSongSwings } from '#contract/song-swings.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { readRival, saveRival } from './chosen-rival.ts';
import { SwingList } from './swing-list.tsx';
import { type Rival, useDefaultRival } from './use-rival.ts';
import { useSongChances } from './use-song-chances.ts';

type RivalSongsProps = {
  showId: string;
  picks: readonly PredictionSong[];
  rows: readonly SetlistEntry[];
  showLength: number;
  board: readonly ShowRow[];
};

export function RivalSongs({ board, ...props }: RivalSongsProps) {
  const { id: userId } = useUser();
  const { showId } = props;
  const [chosen, setChosen] = useState(() => readRival(userId, showId));
  const defaultRival = useDefaultRival(showId, board, chosen === undefined);
  const friends = useQuery(queryFor(listLeagueRivals, { params: { id: showId } })).data;
  const rival = chosen ?? defaultRival;
  if (rival === null)
    return <p className="px-4.5 pt-3 pb-4.5 text-dim">No other fan predicted this show.</p>;
  const options = listOptions(
    friends ?? [],
    board.filter((row) => row.userId !== userId),
    rival,
  );

  // A remembered rival may have been renamed, and picks are read by username.
  const current = options.find((option) => option.userId === rival?.userId) ?? rival;

  function choose(id: string) {
    const choice = options.find((option) => option.userId === id);
    if (!choice) return;
    const next = { userId: choice.userId, username: choice.username };
    setChosen(next);
    saveRival(userId, showId, next);
  }

  return (
    <div className="grid gap-4 px-4.5 pt-3 pb-4.5">
      <SelectField
        label="Rival"
        value={rival?.userId ?? ''}
        placeholder="Choose a fan"
        onChange={({ target }) => choose(target.value)}
        options={options.map(({ userId: value, username: label, group }) => ({
          ...{ value, label, group },
        }))}
      />
      {current && <Comparison key={current.userId} rival={current} {...props} />}
    </div>
  );
}

function listOptions(
  friends: readonly Rival[],
  others: readonly Rival[],
  rival: Rival | undefined,
): readonly (Rival & { group?: string })[] {
  if (friends.length === 0) return listUnlisted([], rival, others);
  const onBoard = others.filter((row) => !isListed(friends, row));
  return [
    ...friends.map((friend) => ({ ...friend, group: 'Your leagues' })),
    ...listUnlisted(friends, rival, onBoard).map((row) => ({ ...row, group: 'Leaderboard' })),
  ];
}

function listUnlisted(
  friends: readonly Rival[],
  rival: Rival | undefined,
  others: readonly Rival[],
): readonly Rival[] {
  return rival && !isListed([...friends, ...others], rival) ? [rival, ...others] : others;
}

function isListed(rivals: readonly Rival[], { userId }: Rival): boolean {
  return rivals.some((rival) => rival.userId === userId);
}

type ComparisonProps = Omit<RivalSongsProps, 'board'> & { rival: Rival };

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
  const { lead, mySwings, theirSwings } = useMemo(() => {
    const [myPicks, theirPicks] = [toSongPicks(picks), toSongPicks(rivalPicks)];
    return {
      lead: calculateLead(myPicks, theirPicks, rows),
      mySwings: listSongSwings(myPicks, theirPicks, rows, showLength),
      theirSwings: listSongSwings(theirPicks, myPicks, rows, showLength),
    };
  }, [picks, rivalPicks, rows, showLength]);
  const shared = { rows, odds };
  const name = (
    <span className="inline-flex max-w-full align-bottom">
      <LongName name={username} />
    </span>
  );
  const myPassing = mySwings.filter(({ passes }) => passes);
  const theirPassing = theirSwings.filter(({ passes }) => passes);
  return (
    <>
      <p className="font-semibold">{formatLead(lead, name)}</p>
      {lead <= 0 && (
        <SwingList
          {...shared}
          songs={picks}
          sign="+"
          swings={myPassing.length > 0 ? myPassing : mySwings}
          title={myPassing.length > 0 ? <>Lifts you past {name}</> : 'Closes the gap'}
          emptyText={<>None of your songs would gain on {name}.</>}
        />
      )}
      <SwingList
        {...shared}
        songs={rivalPicks}
        sign="−"
        swings={theirPassing.length > 0 ? theirPassing : theirSwings}
        title={theirPassing.length > 0 ? <>Lifts {name} past you</> : 'Sets you back'}
        emptyText="None of their songs would gain on you."
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
