import { DAY, HOUR } from '#contract/durations.ts';
import { houseNights, housePicks } from '#server/db/schema/house-players.ts';
import type { TestApp } from './test-app.ts';
import { planTour } from './tour.ts';

/** Creates a season with several of everything, bystanders included. */
export async function createSeason(test: TestApp) {
  const { clock, database } = test;
  const tour = planTour(test);
  const [fan, bystander] = [await test.signUp('Fan'), await test.signUp('Bystander')];
  const songs = await tour.songs('Ember', 'Fathom', 'Gale', 'Harbor', 'Isle');
  const [ember = '', fathom = '', gale = '', harbor = '', isle = ''] = songs;
  const past = await tour.show({ name: 'Past', date: new Date(clock.now - 30 * DAY) });
  const tonight = await tour.show({ name: 'Tonight', date: new Date(clock.now - HOUR) });
  const next = await tour.show({ name: 'Next', date: new Date(clock.now + 9 * DAY) });
  await tour.show({ name: 'Other', date: new Date(clock.now + 20 * DAY) });
  const predictions: string[] = [];
  for (const [by, showId, picks] of [
    [fan, past, [ember, fathom]],
    [bystander, past, [fathom, ember, gale]],
    [bystander, tonight, [gale, ember]],
    [bystander, next, [harbor, ember]],
  ] as const)
    predictions.push(await tour.predicted(by.userId, showId, picks));
  await tour.play(past, ember);
  await tour.play(past, fathom, { isCloser: true });
  await tour.status(past, 'closed');
  await bystander.post(`/api/predictions/${predictions[1]}/share`);
  for (const [showId, songId] of [
    [past, ember],
    [tonight, gale],
  ] as const) {
    const night = { showId, learntFrom: 12, madeAt: new Date(clock.now) };
    await database.db.insert(houseNights).values(night);
    const picks = { showId, songId, player: 'notebook', position: 1 } as const;
    await database.db.insert(housePicks).values(picks);
  }
  const leaver = await test.signUp('Leaver');
  for (const showId of [past, tonight, next]) await tour.predicted(leaver.userId, showId, [ember]);
  const threads = [(await bystander.post('/api/forums/threads', NEW_THREAD)).json().id as string];
  threads.push((await leaver.post('/api/forums/threads', NEW_THREAD)).json().id);
  for (const [by, thread] of [
    [leaver, threads[0]],
    [bystander, threads[1]],
  ] as const)
    await by.post(`/api/forums/threads/${thread}/posts`, { content: 'Ember, of course' });
  const subjects: Subjects = {
    shows: [past, tonight, next],
    songs: [ember, gale],
    predictions,
    threads,
    backups: [],
    users: [fan.userId, bystander.userId],
  };
  return {
    ...{ fan, bystander, leaver, subjects },
    ...{ past, tonight, next, ember, gale, harbor, isle },
  };
}

export const NEW_THREAD = { title: 'Openers', category: 'General', content: 'Which one?' };

/** Ids by kind. Steps add the ids that they create. */
export type Subjects = Record<
  'shows' | 'songs' | 'predictions' | 'threads' | 'backups' | 'users',
  string[]
>;
