import { login, register } from '#contract/accounts.ts';
import type { GlobalRow } from '#contract/leaderboards.ts';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { createShow, type Show, setShowStatus } from '#contract/shows.ts';
import { createSong, listSongs } from '#contract/songs.ts';
import { identityKey } from '#contract/text.ts';
import {
  inParallel,
  newPerson,
  type Person,
  RefusedError,
  RequestLog,
  type Session,
} from '../api-client.ts';
import { compareBoard, compareTotals, readGlobalBoard } from './boards.ts';
import { createRandom, HABITS, pickTitles } from './fans.ts';
import type { RealShow } from './show-file.ts';

export interface ReplayOptions {
  baseUrl: string;
  admin: { email: string; password: string };
  fans: number;
  /** Shows before the replayed ones, which the fans know. */
  history: readonly RealShow[];
  shows: readonly RealShow[];
  onProgress?: (message: string) => void;
}

export interface ReplayResult {
  board: GlobalRow[];
  shows: { name: string; fans: number; mean: number; best: number }[];
  steps: Record<'accounts' | 'songs' | 'submit' | 'setlist' | 'close' | 'boards', RequestLog>;
  /** Differences from an independent recount; empty if every stored total is right. */
  differences: string[];
}

export interface Fan {
  name: string;
  habit: string;
  person: Person;
  userId: string;
  total: number;
}

/** Plays real shows through the HTTP API of a running server and recounts every total. */
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
  const admin = newPerson(options.baseUrl);
  await admin.in(steps.accounts).call(login, { body: options.admin });
  const fans = await enlistFans(options, steps.accounts);
  onProgress(`${fans.length} fans signed up.`);
  const songIds = await createSongs(admin.in(steps.songs), [...history, ...shows]);
  onProgress(`${songIds.size} songs exist.`);

  for (const [index, show] of shows.entries()) {
    const earlierShows = [...history, ...shows.slice(0, index)];
    const openedShow = await openShow(admin.in(steps.setlist), show, shows[0]?.date ?? show.date);
    const picks = await submitAll(fans, openedShow, earlierShows, songIds, index, steps.submit);
    await playShow(admin, steps, { show, openedShow, songIds, picks, fans, result });
    const last = result.shows.at(-1);
    onProgress(
      `${show.date} ${openedShow.name}: mean ${last?.mean.toFixed(1)}, best ${last?.best}`,
    );
  }
  result.board = await readGlobalBoard(admin.in(steps.boards));
  compareTotals(fans, result);
  return result;
}

async function enlistFans(
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
    const person = newPerson(baseUrl);
    const session = person.in(log);
    const user = await session.call(register, { body: account }).catch((error: unknown) => {
      if (error instanceof RefusedError && error.status === 409)
        return session.call(login, { body: account });
      throw error;
    });
    return { name, habit, person, userId: user.id, total: 0 };
  });
}

async function createSongs(
  admin: Session,
  shows: readonly RealShow[],
): Promise<Map<string, string>> {
  // Compare titles like the server, ignoring case.
  const existing = new Map(
    (await admin.call(listSongs)).map(({ title, id }) => [identityKey(title), id]),
  );
  const titles = new Set(shows.flatMap((show) => show.songs.map((song) => song.title)));
  const missing = new Map([...titles].map((title) => [identityKey(title), title]));
  for (const key of existing.keys()) missing.delete(key);
  await inParallel([...missing], 4, async ([key, title]) => {
    existing.set(key, (await admin.call(createSong, { body: { title } })).id);
  });
  return new Map([...titles].map((title) => [title, existing.get(identityKey(title)) ?? '']));
}

/**
 * Opens a show moved into the future, with the days between shows kept, so that predictions are
 * open.
 */
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
    await fan.person.in(log).call(createPrediction, { body: { showId: show.id, songIds: ids } });
    picks.set(fan.userId, titles);
  });
  return picks;
}

interface Night {
  show: RealShow;
  openedShow: Show;
  songIds: ReadonlyMap<string, string>;
  picks: ReadonlyMap<string, string[]>;
  fans: readonly Fan[];
  result: ReplayResult;
}

async function playShow(
  admin: Person,
  steps: ReplayResult['steps'],
  { show, openedShow, songIds, picks, fans, result }: Night,
): Promise<void> {
  const params = { id: openedShow.id };
  const setlist = admin.in(steps.setlist);
  await setlist.call(setShowStatus, { params, body: { status: 'live' } });
  for (const [index, { title, setLabel, isCloser }] of show.songs.entries()) {
    const songId = songIds.get(title) ?? '';
    await setlist.call(addSetlistSong, { params, body: { songId, setLabel, isCloser } });
    const isHalfway = index + 1 === Math.ceil(show.songs.length / 2);
    if (isHalfway)
      await compareBoard(
        admin.in(steps.boards),
        openedShow,
        show.songs.slice(0, index + 1),
        picks,
        result,
      );
  }
  await admin.in(steps.close).call(setShowStatus, { params, body: { status: 'closed' } });
  const points = await compareBoard(admin.in(steps.boards), openedShow, show.songs, picks, result);
  for (const fan of fans) fan.total += points.get(fan.userId) ?? 0;
  const allPoints = [...points.values()];
  result.shows.push({
    name: openedShow.name,
    fans: allPoints.length,
    mean: allPoints.reduce((sum, value) => sum + value, 0) / Math.max(1, allPoints.length),
    best: Math.max(0, ...allPoints),
  });
}
