import { DAY, HOUR } from '#contract/durations.ts';
import { houseNights, housePicks } from '#server/db/schema/house-players.ts';
import type { Caller, TestApp } from './test-app.ts';
import { planTour } from './tour.ts';

export async function createSeason(app: TestApp) {
  const { clock, database } = app;
  const tour = planTour(app);
  const [fan, bystander] = [await app.signUp('Fan'), await app.signUp('Bystander')];
  const songs = await tour.addSongs('Ember', 'Fathom', 'Gale', 'Harbor', 'Isle');
  const [ember = '', fathom = '', gale = '', harbor = '', isle = ''] = songs;
  const past = await tour.addShow({ name: 'Past', date: new Date(clock.now - 30 * DAY) });
  const tonight = await tour.addShow({ name: 'Tonight', date: new Date(clock.now - HOUR) });
  const nextShowId = await tour.addShow({ name: 'Next', date: new Date(clock.now + 9 * DAY) });
  await tour.addShow({ name: 'Other', date: new Date(clock.now + 20 * DAY) });
  const predictions: string[] = [];
  for (const [person, showId, picks] of [
    [fan, past, [ember, fathom]],
    [bystander, past, [fathom, ember, gale]],
    [bystander, tonight, [gale, ember]],
    [bystander, nextShowId, [harbor, ember]],
  ] as const)
    predictions.push(await tour.addPrediction(person.userId, showId, picks));
  await tour.play(past, ember);
  await tour.play(past, fathom, { isCloser: true });
  await tour.setStatus(past, 'closed');
  await bystander.post(`/api/predictions/${predictions[1]}/share`);
  for (const [showId, songId] of [
    [past, ember],
    [tonight, gale],
  ] as const) {
    const houseNight = { showId, learntFrom: 12, madeAt: new Date(clock.now) };
    await database.db.insert(houseNights).values(houseNight);
    const picks = { showId, songId, player: 'notebook', position: 1 } as const;
    await database.db.insert(housePicks).values(picks);
  }
  const leaver = await app.signUp('Leaver');
  for (const showId of [past, tonight, nextShowId])
    await tour.addPrediction(leaver.userId, showId, [ember]);
  const threads = [(await bystander.post('/api/forums/threads', NEW_THREAD)).json().id as string];
  threads.push((await leaver.post('/api/forums/threads', NEW_THREAD)).json().id);
  for (const [author, thread] of [
    [leaver, threads[0]],
    [bystander, threads[1]],
  ] as const)
    await author.post(`/api/forums/threads/${thread}/posts`, { content: 'Ember, of course' });
  const leagues = await createLeagues({ bystander, leaver, start: past });
  const subjects: Subjects = {
    leagues: leagues.map(({ id }) => id),
    scribeInvitations: [],
    invitations: leagues.map(({ invitation }) => invitation),
    shows: [past, tonight, nextShowId],
    songs: [ember, gale],
    predictions,
    threads,
    backups: [],
    webhooks: [],
    users: [fan.userId, bystander.userId],
    fans: ['fan', 'fan, again', 'bystander', 'leaver'],
  };
  return {
    ...{ fan, bystander, leaver, subjects },
    ...{ past, tonight, next: nextShowId, ember, gale, harbor, isle },
  };
}

async function createLeagues({
  bystander,
  leaver,
  start,
}: Record<'bystander' | 'leaver', Caller> & { start: string }) {
  const league = { color: 'blue', startShowId: start };
  const listed = { ...league, name: 'Open circle', isListed: true };
  const hidden = { ...league, name: 'Closed circle', isListed: false };
  const leagues: { id: string; invitation: string }[] = [
    (await bystander.post('/api/leagues', listed)).json(),
    (await leaver.post('/api/leagues', hidden)).json(),
  ];
  await leaver.post(`/api/leagues/${leagues[0]?.id}/members`);
  await bystander.post(`/api/invitations/${leagues[1]?.invitation}`);
  return leagues;
}

export const NEW_THREAD = { title: 'Openers', category: 'General', content: 'Which one?' };

export type Subjects = Record<
  | 'shows'
  | 'songs'
  | 'predictions'
  | 'threads'
  | 'backups'
  | 'users'
  | 'fans'
  | 'leagues'
  | 'invitations'
  | 'scribeInvitations'
  | 'webhooks',
  string[]
>;
