import { isDeepStrictEqual } from 'node:util';
import { login } from '#contract/accounts.ts';
import { getLeagueSeason, getLeagueTonight, listLeagueNights } from '#contract/league-boards.ts';
import { acceptInvitation } from '#contract/league-invitations.ts';
import { createLeaguePost } from '#contract/league-talk.ts';
import { createLeague, type League } from '#contract/leagues.ts';
import { createPrediction, listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShow } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import type { BandPack } from '#server/catalog/band-pack/band-pack.ts';
import { HABITS, pickTitles } from '#server/demo/fan-habits.ts';
import { createRandom } from '#server/demo/random.ts';
import { createClient, inParallel, type Session } from '../api-client.ts';
import { recountPoints, recountRanks } from '../replay/recount.ts';
import { listPlayedShows } from './predict-show.ts';

interface Fan {
  userId: string;
  username: string;
  session: Session;
}

interface SimulatedLeague {
  league: League;
  members: Fan[];
}

export interface SimulatedShow {
  showId: string;
  leagues: SimulatedLeague[];
  picks: ReadonlyMap<string, readonly string[]>;
}

/** Some fans are in two leagues, and invite-only leagues have at most 50 members. */
const LEAGUES = [
  { name: 'Front of the Ferry', isListed: false, from: 0, to: 50 },
  { name: 'Engine Room', isListed: false, from: 40, to: 85 },
  { name: 'Everyone Aboard', isListed: true, from: 80, to: 200 },
] as const;

export async function prepareFans(
  baseUrl: string,
  { showId, password, bandPack }: { showId: string; password: string; bandPack: BandPack },
): Promise<SimulatedShow> {
  const fans = await inParallel(bandPack.users, 4, async ({ email }): Promise<Fan> => {
    const session = createClient(baseUrl).startSession();
    const { id: userId, username } = await session.call(login, { body: { email, password } });
    return { userId, username, session };
  });
  const history = listPlayedShows(bandPack);
  const [anyFan] = fans;
  const songs = (await anyFan?.session.call(listSongs)) ?? [];
  const songIds = new Map(songs.map(({ title, id }) => [title, id]));
  const habits = Object.values(HABITS);
  const picks = new Map<string, readonly string[]>();
  await inParallel(fans, 8, async ({ userId, session }, index) => {
    // The demo has already submitted predictions for most fans.
    const predictions = await session.call(listMyPredictions);
    const submitted = predictions.find((prediction) => prediction.showId === showId);
    if (submitted)
      picks.set(
        userId,
        submitted.songs.map(({ title }) => title),
      );
    if (submitted) return;
    const habit = habits[index % habits.length];
    if (!habit) return;
    const titles = pickTitles(habit, history, createRandom(index)).filter((title) =>
      songIds.has(title),
    );
    const body = { showId, songIds: titles.flatMap((title) => songIds.get(title) ?? []) };
    await session.call(createPrediction, { body });
    picks.set(userId, titles);
  });
  const leagues: SimulatedLeague[] = [];
  for (const { from, to, ...fields } of LEAGUES) {
    const members = fans.slice(from, to);
    const [owner, ...others] = members;
    if (!owner) throw new Error('A league needs an owner.');
    const body = { ...fields, color: 'teal', startShowId: showId } as const;
    const league = await owner.session.call(createLeague, { body });
    const invitation = league.invitation ?? '';
    await inParallel(others, 8, ({ session }) =>
      session.call(acceptInvitation, { params: { invitation } }),
    );
    leagues.push({ league, members });
  }
  return { showId, leagues, picks };
}

const LINES = ['Called it.', 'Not on my sheet.', 'Who is ahead?', 'Two spots late again.'];
const POST_EVERY_STEPS = 3;

/** Every few steps, a different member posts in each league. Returns the number of posts. */
export async function postInLeagues({ leagues }: SimulatedShow, now: number): Promise<number> {
  const step = Math.floor(now / 30_000);
  if (step % POST_EVERY_STEPS > 0) return 0;
  await inParallel(leagues, leagues.length, async ({ league, members }, index) => {
    const author = members[(step * 7 + index) % members.length];
    const content = LINES[(step + index) % LINES.length] ?? '';
    await author?.session.call(createLeaguePost, { params: { id: league.id }, body: { content } });
  });
  return leagues.length;
}

export async function compareBoards(
  { showId, leagues, picks }: SimulatedShow,
  differences: string[],
): Promise<{ songs: number; isOver: boolean }> {
  const reader = leagues[0]?.members[0]?.session;
  if (!reader) throw new Error('The night has no league.');
  const show = await reader.call(getShow, { params: { id: showId } });
  const rows = await reader.call(getSetlist, { params: { id: showId } });
  const isOver = show.status === 'closed';
  if (show.status !== 'live' && !isOver) return { songs: 0, isOver: false };
  const setlist = rows.map(({ song: { title }, isCloser }) => ({ title, isCloser }));
  for (const { league, members } of leagues) {
    const points = members.map(({ userId }) => recountPoints(picks.get(userId) ?? [], setlist));
    const ranks = recountRanks(points);
    const expected = members.map(
      ({ username }, index) => `${ranks[index]} ${username} ${points[index]}`,
    );
    const compare = (board: string, actual: readonly string[], counted = expected) => {
      if (!isDeepStrictEqual(actual.toSorted(), counted.toSorted()))
        differences.push(
          `${league.name}: ${board} after ${rows.length} songs differs from the recount`,
        );
    };
    const call = { params: { id: league.id }, query: { limit: '500', offset: '0' } };
    const owner = members[0]?.session ?? reader;
    const tonight = await owner.call(getLeagueTonight, call);
    compare('the board of the night', tonight.rows.map(describeRow));
    if (!isOver) continue;
    const season = await owner.call(getLeagueSeason, call);
    const totals = season.map(({ username, totalPoints }) => `${username} ${totalPoints}`);
    compare(
      'the season',
      totals,
      members.map(({ username }, index) => `${username} ${points[index]}`),
    );
    const [night] = await owner.call(listLeagueNights, call);
    const best = Math.max(...points);
    const winners = points.filter((value) => value === best && best > 0).length;
    compare('the winners', [`${night?.totalPoints} ${night?.winnerCount}`], [`${best} ${winners}`]);
  }
  return { songs: rows.length, isOver };
}

function describeRow(row: { rank: number; username: string; totalPoints: number }): string {
  return `${row.rank} ${row.username} ${row.totalPoints}`;
}
