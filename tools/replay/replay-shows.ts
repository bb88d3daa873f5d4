import { login, register } from '#contract/accounts.ts';
import type { GlobalRow } from '#contract/leaderboards.ts';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { createShow, type Show, setShowStatus } from '#contract/shows.ts';
import { createSong, listSongs } from '#contract/songs.ts';
import { identityKey } from '#contract/text.ts';
import { HABITS, pickTitles } from '#server/demo/fan-habits.ts';
import { createRandom } from '#server/demo/random.ts';
import {
  type ApiClient,
  createClient,
  inParallel,
  RequestLog,
  ResponseError,
  type Session,
} from '../api-client.ts';
import { compareLeaderboard, compareTotals, fetchGlobalLeaderboard } from './leaderboards.ts';
import type { RealShow } from './show-file.ts';

export interface ReplayOptions {
  baseUrl: string;
  admin: { email: string; password: string };
  fans: number;
  history: readonly RealShow[];
  shows: readonly RealShow[];
  onProgress?: (message: string) => void;
}

export interface ReplayResult {
  leaderboard: GlobalRow[];
  shows: { name: string; fans: number; mean: number; best: number }[];
  requestLogs: Record<
    'accounts' | 'songs' | 'submit' | 'setlist' | 'close' | 'leaderboards',
    RequestLog
  >;
  /** Differences from an independent recount. Empty if every stored total is correct. */
  differences: string[];
}

export interface Fan {
  name: string;
  habit: string;
  client: ApiClient;
  userId: string;
  total: number;
}

/** Plays real shows through the HTTP API of a running server, and recounts every total. */
export async function replayShows(options: ReplayOptions): Promise<ReplayResult> {
  const { history, shows, onProgress = () => undefined } = options;
  const requestLogs = {
    accounts: new RequestLog(),
    songs: new RequestLog(),
    submit: new RequestLog(),
    setlist: new RequestLog(),
    close: new RequestLog(),
    leaderboards: new RequestLog(),
  };
  const result: ReplayResult = { leaderboard: [], shows: [], requestLogs, differences: [] };
  const admin = createClient(options.baseUrl);
  await admin.startSession(requestLogs.accounts).call(login, { body: options.admin });
  const fans = await signUpFans(options, requestLogs.accounts);
  onProgress(`${fans.length} fans signed up.`);
  const songIds = await createSongs(admin.startSession(requestLogs.songs), [...history, ...shows]);
  onProgress(`${songIds.size} songs exist.`);

  for (const [index, show] of shows.entries()) {
    const earlierShows = [...history, ...shows.slice(0, index)];
    const createdShow = await createFutureShow(
      admin.startSession(requestLogs.setlist),
      show,
      shows[0]?.date ?? show.date,
    );
    const picks = await submitAll(
      fans,
      createdShow,
      earlierShows,
      songIds,
      index,
      requestLogs.submit,
    );
    await playShow(admin, requestLogs, { show, createdShow, songIds, picks, fans, result });
    const lastShow = result.shows.at(-1);
    onProgress(
      `${show.date} ${createdShow.name}: mean ${lastShow?.mean.toFixed(1)}, best ${lastShow?.best}`,
    );
  }
  result.leaderboard = await fetchGlobalLeaderboard(admin.startSession(requestLogs.leaderboards));
  compareTotals(fans, result);
  return result;
}

async function signUpFans(
  { baseUrl, fans, history, shows }: ReplayOptions,
  log: RequestLog,
): Promise<Fan[]> {
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
    const client = createClient(baseUrl);
    const session = client.startSession(log);
    const user = await session.call(register, { body: account }).catch((error: unknown) => {
      if (error instanceof ResponseError && error.status === 409)
        return session.call(login, { body: account });
      throw error;
    });
    return { name, habit, client, userId: user.id, total: 0 };
  });
}

async function createSongs(
  admin: Session,
  shows: readonly RealShow[],
): Promise<Map<string, string>> {
  // Ignores case in titles, like the server.
  const idsByTitle = new Map(
    (await admin.call(listSongs)).map(({ title, id }) => [identityKey(title), id]),
  );
  const titles = new Set(shows.flatMap((show) => show.songs.map((song) => song.title)));
  const missingTitles = new Map([...titles].map((title) => [identityKey(title), title]));
  for (const key of idsByTitle.keys()) missingTitles.delete(key);
  await inParallel([...missingTitles], 4, async ([key, title]) => {
    idsByTitle.set(key, (await admin.call(createSong, { body: { title } })).id);
  });
  return new Map([...titles].map((title) => [title, idsByTitle.get(identityKey(title)) ?? '']));
}

/** Moves the show into the future, so that predictions are open. Keeps the days between shows. */
async function createFutureShow(admin: Session, show: RealShow, firstDate: string): Promise<Show> {
  const dayMs = 24 * 60 * 60 * 1000;
  const dayOffset = (Date.parse(show.date) - Date.parse(firstDate)) / dayMs;
  const date = new Date(Date.now() + (2 + dayOffset) * dayMs).toISOString();
  const { venue, city, state, country, tour } = show;
  return admin.call(createShow, {
    body: { name: venue, venue, city, state, country, tourName: tour, date },
  });
}

async function submitAll(
  fans: readonly Fan[],
  show: Show,
  history: readonly RealShow[],
  songIds: ReadonlyMap<string, string>,
  seed: number,
  log: RequestLog,
): Promise<Map<string, string[]>> {
  const picks = new Map<string, string[]>();
  await inParallel(fans, 16, async (fan, index) => {
    const habit = HABITS[fan.habit];
    if (!habit) return;
    // Without earlier shows, fans guess from the whole song list.
    const titles =
      history.length > 0
        ? pickTitles(habit, history, createRandom(seed * 100_003 + index))
        : [...songIds.keys()].slice(index % songIds.size).slice(0, 20);
    const ids = titles.flatMap((title) => songIds.get(title) ?? []);
    await fan.client
      .startSession(log)
      .call(createPrediction, { body: { showId: show.id, songIds: ids } });
    picks.set(fan.userId, titles);
  });
  return picks;
}

interface PlayedShow {
  show: RealShow;
  createdShow: Show;
  songIds: ReadonlyMap<string, string>;
  picks: ReadonlyMap<string, string[]>;
  fans: readonly Fan[];
  result: ReplayResult;
}

async function playShow(
  admin: ApiClient,
  requestLogs: ReplayResult['requestLogs'],
  { show, createdShow, songIds, picks, fans, result }: PlayedShow,
): Promise<void> {
  const params = { id: createdShow.id };
  const setlist = admin.startSession(requestLogs.setlist);
  await setlist.call(setShowStatus, { params, body: { status: 'live' } });
  for (const [index, { title, setLabel, isCloser }] of show.songs.entries()) {
    const songId = songIds.get(title) ?? '';
    await setlist.call(addSetlistSong, { params, body: { songId, setLabel, isCloser } });
    const isHalfway = index + 1 === Math.ceil(show.songs.length / 2);
    if (isHalfway)
      await compareLeaderboard(
        admin.startSession(requestLogs.leaderboards),
        createdShow,
        show.songs.slice(0, index + 1),
        picks,
        result,
      );
  }
  await admin
    .startSession(requestLogs.close)
    .call(setShowStatus, { params, body: { status: 'closed' } });
  const points = await compareLeaderboard(
    admin.startSession(requestLogs.leaderboards),
    createdShow,
    show.songs,
    picks,
    result,
  );
  for (const fan of fans) fan.total += points.get(fan.userId) ?? 0;
  const allPoints = [...points.values()];
  result.shows.push({
    name: createdShow.name,
    fans: allPoints.length,
    mean: allPoints.reduce((sum, value) => sum + value, 0) / Math.max(1, allPoints.length),
    best: Math.max(0, ...allPoints),
  });
}
