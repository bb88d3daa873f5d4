import { login, register } from '#contract/accounts.ts';
import {
  type GlobalRow,
  getGlobalLeaderboard,
  getShowLeaderboard,
  LEADERBOARD_MAX_ROWS,
} from '#contract/leaderboards.ts';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { createShow, type Show, setShowStatus } from '#contract/shows.ts';
import { createSong, listSongs } from '#contract/songs.ts';
import { HABITS, pickTitles, seededRandom } from './fans.ts';
import { recountPoints, recountRanks } from './recount.ts';
import { inParallel, openSession, RefusedError, RequestLog, type Session } from './session.ts';
import type { RealShow } from './show-file.ts';

export interface ReplayOptions {
  baseUrl: string;
  admin: { email: string; password: string };
  fans: number;
  /** What was played before the replayed shows: the fans know it. */
  history: readonly RealShow[];
  shows: readonly RealShow[];
  onProgress?: (sentence: string) => void;
}

export interface ReplayResult {
  board: GlobalRow[];
  shows: { name: string; fans: number; mean: number; best: number }[];
  steps: Record<'accounts' | 'songs' | 'submit' | 'setlist' | 'close' | 'boards', RequestLog>;
  /** What an independent recount found different; empty when every stored total is right. */
  differences: string[];
}

interface Fan {
  name: string;
  habit: string;
  session: Session;
  userId: string;
  total: number;
}

/** Plays real shows through the public HTTP API of a running server and recounts every total. */
export async function replayShows(options: ReplayOptions): Promise<ReplayResult> {
  const { history, shows, onProgress = () => undefined } = options;
  const steps = {
    accounts: new RequestLog(),
    songs: new RequestLog(),
    submit: new RequestLog(),
    setlist: new RequestLog(),
    close: new RequestLog(),
    boards: new RequestLog(),
  };
  const result: ReplayResult = { board: [], shows: [], steps, differences: [] };
  const sessionFor = sessionFactory(options.baseUrl);
  const admin = sessionFor();
  await admin.in(steps.accounts).call(login, { body: options.admin });
  const fans = await enlistFans(options, sessionFor, steps.accounts);
  onProgress(`${fans.length} fans are in.`);
  const songIds = await createSongs(admin.in(steps.songs), [...history, ...shows]);
  onProgress(`${songIds.size} songs are there.`);

  for (const [index, show] of shows.entries()) {
    const known = [...history, ...shows.slice(0, index)];
    const night = await openShow(admin.in(steps.setlist), show, shows[0]?.date ?? show.date);
    const picks = await submitAll(fans, night, known, songIds, index, steps.submit);
    await playShow(admin, steps, { show, night, songIds, picks, fans, result });
    const last = result.shows.at(-1);
    onProgress(`${show.date} ${night.name}: mean ${last?.mean.toFixed(1)}, best ${last?.best}`);
  }
  result.board = await readGlobalBoard(admin.in(steps.boards));
  compareTotals(fans, result);
  return result;
}

interface SteppedSession {
  in(log: RequestLog): Session;
}

/** One cookie for all steps, a log for each. */
function sessionFactory(baseUrl: string): () => SteppedSession {
  return () => {
    const all = new RequestLog();
    const session = openSession(baseUrl, all);
    return {
      in: (log) => ({
        async call(endpoint, options) {
          const started = performance.now();
          const answer = await session.call(endpoint, options);
          log.times.push(performance.now() - started);
          return answer;
        },
      }),
    };
  };
}

async function enlistFans(
  { fans, history, shows }: ReplayOptions,
  sessionFor: () => SteppedSession,
  log: RequestLog,
): Promise<(Fan & { stepped: SteppedSession })[]> {
  if (history.length + shows.length === 0) throw new Error('No shows with songs in this range.');
  const habits = Object.keys(HABITS);
  return inParallel(Array.from({ length: fans }), 4, async (_, index) => {
    const habit = habits[index % habits.length] ?? 'random';
    const name = `replay-fan-${String(index + 1).padStart(4, '0')}`;
    const account = {
      email: `${name}@replay.example`,
      username: name,
      password: `${name}-password`,
    };
    const stepped = sessionFor();
    const session = stepped.in(log);
    const user = await session.call(register, { body: account }).catch((error: unknown) => {
      if (error instanceof RefusedError && error.status === 409)
        return session.call(login, { body: account });
      throw error;
    });
    return { name, habit, session, stepped, userId: user.id, total: 0 };
  });
}

async function createSongs(
  admin: Session,
  shows: readonly RealShow[],
): Promise<Map<string, string>> {
  const ids = new Map((await admin.call(listSongs)).map((song) => [song.title, song.id]));
  const titles = new Set(shows.flatMap((show) => show.songs.map((song) => song.title)));
  const missing = [...titles].filter((title) => !ids.has(title));
  await inParallel(missing, 4, async (title) => {
    ids.set(title, (await admin.call(createSong, { body: { title } })).id);
  });
  return ids;
}

/** Shifted into the future, keeping the days between shows, so that predictions are open. */
async function openShow(admin: Session, show: RealShow, firstDate: string): Promise<Show> {
  const dayMs = 24 * 60 * 60 * 1000;
  const daysIn = (Date.parse(show.date) - Date.parse(firstDate)) / dayMs;
  const date = new Date(Date.now() + (2 + daysIn) * dayMs).toISOString();
  const { venue, city, state, country, tour } = show;
  return admin.call(createShow, {
    body: { name: venue, venue, city, state, country, tourName: tour, date },
  });
}

async function submitAll(
  fans: readonly (Fan & { stepped: SteppedSession })[],
  night: Show,
  known: readonly RealShow[],
  songIds: ReadonlyMap<string, string>,
  seed: number,
  log: RequestLog,
): Promise<Map<string, string[]>> {
  const picks = new Map<string, string[]>();
  await inParallel(fans, 16, async (fan, index) => {
    const habit = HABITS[fan.habit];
    if (!habit) return;
    // The first show of a file has nothing before it: the fans then guess from the whole song list.
    const titles =
      known.length > 0
        ? pickTitles(habit, known, seededRandom(seed * 100_003 + index))
        : [...songIds.keys()].slice(index % songIds.size).slice(0, 20);
    const ids = titles.flatMap((title) => songIds.get(title) ?? []);
    await fan.stepped.in(log).call(createPrediction, { body: { showId: night.id, songIds: ids } });
    picks.set(fan.userId, titles);
  });
  return picks;
}

interface Night {
  show: RealShow;
  night: Show;
  songIds: ReadonlyMap<string, string>;
  picks: ReadonlyMap<string, string[]>;
  fans: readonly Fan[];
  result: ReplayResult;
}

async function playShow(
  admin: SteppedSession,
  steps: ReplayResult['steps'],
  { show, night, songIds, picks, fans, result }: Night,
): Promise<void> {
  const params = { id: night.id };
  const setlist = admin.in(steps.setlist);
  await setlist.call(setShowStatus, { params, body: { status: 'live' } });
  for (const [index, { title, setLabel, isCloser }] of show.songs.entries()) {
    const songId = songIds.get(title) ?? '';
    await setlist.call(addSetlistSong, { params, body: { songId, setLabel, isCloser } });
    const isHalfway = index + 1 === Math.ceil(show.songs.length / 2);
    if (isHalfway)
      await compareBoard(
        admin.in(steps.boards),
        night,
        show.songs.slice(0, index + 1),
        picks,
        result,
      );
  }
  await admin.in(steps.close).call(setShowStatus, { params, body: { status: 'closed' } });
  const points = await compareBoard(admin.in(steps.boards), night, show.songs, picks, result);
  for (const fan of fans) fan.total += points.get(fan.userId) ?? 0;
  const all = [...points.values()];
  result.shows.push({
    name: night.name,
    fans: all.length,
    mean: all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length),
    best: Math.max(0, ...all),
  });
}

/** Reads the whole board of a show and notes every row that a recount does not give. */
async function compareBoard(
  admin: Session,
  night: Show,
  setlist: RealShow['songs'],
  picks: ReadonlyMap<string, string[]>,
  result: ReplayResult,
): Promise<Map<string, number>> {
  const expected = new Map([...picks].map(([id, titles]) => [id, recountPoints(titles, setlist)]));
  const rows = await readPages((query) =>
    admin.call(getShowLeaderboard, { params: { id: night.id }, query }),
  );
  const ranks = recountRanks(rows.map((row) => row.totalPoints));
  rows.forEach((row, index) => {
    const right = expected.get(row.userId);
    if (row.totalPoints !== right || row.rank !== ranks[index])
      result.differences.push(
        `${night.name}: ${row.username} has ${row.totalPoints} (rank ${row.rank}), recounted ${right} (rank ${ranks[index]})`,
      );
  });
  if (rows.length !== picks.size)
    result.differences.push(`${night.name}: ${rows.length} rows for ${picks.size} predictions`);
  return expected;
}

async function readGlobalBoard(admin: Session): Promise<GlobalRow[]> {
  return readPages((query) => admin.call(getGlobalLeaderboard, { query }));
}

async function readPages<R>(read: (query: Record<string, string>) => Promise<R[]>): Promise<R[]> {
  const rows: R[] = [];
  for (;;) {
    const page = await read({ limit: `${LEADERBOARD_MAX_ROWS}`, offset: `${rows.length}` });
    rows.push(...page);
    if (page.length < LEADERBOARD_MAX_ROWS) return rows;
  }
}

/** Fans of an earlier replay on the same server bring points along; only new ones can be recounted. */
function compareTotals(fans: readonly Fan[], result: ReplayResult): void {
  const stored = new Map(result.board.map((row) => [row.userId, row]));
  for (const fan of fans) {
    const row = stored.get(fan.userId);
    if (row && row.gamesPlayed > result.shows.length) continue;
    const average = (fan.total / result.shows.length).toFixed(2);
    if (row?.totalPoints !== fan.total || row.averageScore !== average)
      result.differences.push(
        `${fan.name}: stored ${row?.totalPoints} (average ${row?.averageScore}), recounted ${fan.total} (average ${average})`,
      );
  }
}
