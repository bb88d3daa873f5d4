import { login } from '#contract/accounts.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import { listShows } from '#contract/shows.ts';
import { createClient } from '../../tools/api-client.ts';
import { ADMIN } from './slow-phone.ts';

/** Returns the path of the first game that accepts predictions. */
export async function findOpenGame(url: string): Promise<string> {
  const fan = await signIn(url);
  const shows = await fan.call(listShows);
  const openShow = shows.find(
    (show) => show.status === 'open' && predictionsLockAt(show) > Date.now(),
  );
  if (!openShow) throw new Error('No show is open for predictions');
  return `/game?show=${openShow.id}`;
}

export async function signIn(url: string) {
  const session = createClient(url).startSession();
  await session.call(login, { body: ADMIN });
  return session;
}
