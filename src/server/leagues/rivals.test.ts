import { afterAll, beforeAll, expect, it } from 'vitest';
import { LEAGUE_RIVALS } from '#contract/league-boards.ts';
import type { Member } from '#contract/leagues.ts';
import { makeLeague } from '../../../tests/support/make-league.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { leagueMembers } from '../db/schema/leagues.ts';

let app: TestApp;
let tour: Tour;
let show: string;
let songs: string[];
let fans: Record<'ada' | 'ben' | 'cid' | 'dot' | 'bystander', Caller>;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  songs = await tour.addSongs('Ember');
  show = await tour.addShow();
  fans = {
    ada: await app.signUp('Ada'),
    ben: await app.signUp('Ben'),
    cid: await app.signUp('Cid'),
    dot: await app.signUp('Dot'),
    bystander: await app.signUp('Bystander'),
  };
  const { ada, ben, cid, dot, bystander } = fans;
  await makeLeague(ada, show, {}, [ben, cid]);
  await makeLeague(ben, show, {}, [ada]);
  await makeLeague(bystander, show, {}, [dot]);
  for (const fan of [ada, ben, dot, bystander]) await tour.predict(fan, show, songs);
});
afterAll(() => app.close());

async function listNames(caller: Caller, id = show): Promise<string[]> {
  const rivals: Member[] = (await caller.get(`/api/shows/${id}/league-rivals`)).json();
  return rivals.map(({ username }) => username);
}

it('lists every other member of my leagues who predicted the show, each only once', async () => {
  expect(await listNames(fans.ada)).toEqual(['Ben']);
  expect(await listNames(fans.cid)).toEqual(['Ada', 'Ben']);
  expect(await listNames(fans.dot)).toEqual(['Bystander']);
  const otherShow = await tour.addShow();
  expect(await listNames(fans.ada, otherShow)).toEqual([]);
  await tour.predict(fans.cid, show, songs);
  expect(await listNames(fans.ada)).toEqual(['Ben', 'Cid']);
});

it('lists members of invite-only leagues before those of a large listed league', async () => {
  const crowd = await tour.addFans(LEAGUE_RIVALS, 'A fan');
  const { id } = await makeLeague(fans.ada, show, { isListed: true }, [fans.dot]);
  const joinedAt = new Date(app.clock.now);
  await app.database.db
    .insert(leagueMembers)
    .values(crowd.map((userId) => ({ leagueId: id, userId, joinedAt })));
  for (const userId of crowd) await tour.addPrediction(userId, show, songs);
  const names = await listNames(fans.ada);
  expect(names).toHaveLength(LEAGUE_RIVALS);
  expect(names.slice(0, 3)).toEqual(['Ben', 'Cid', 'A fan 0000']);
});
