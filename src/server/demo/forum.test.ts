import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { FORUM_CATEGORIES, SHOW_THREADS } from '#contract/forums.ts';
import { openTestApp } from '../../../tests/support/test-app.ts';
import { buildEmailColumns, buildUsernameColumns } from '../accounts/account.ts';
import { loadBandPack } from '../catalog/band-pack/band-pack.ts';
import { users } from '../db/schema/accounts.ts';
import { checkInvariants } from '../invariants/check.ts';
import { projectFile } from '../project-files.ts';
import { loadForum, readForum } from './forum.ts';

const folder = fileURLToPath(projectFile('bands/lantern'));
const pack = await loadBandPack(folder);
const forum = await readForum(folder);

it('has at least a dozen threads across all categories, by fans of the pack, in order of time', () => {
  expect(forum.threads.length).toBeGreaterThanOrEqual(12);
  expect(new Set(forum.threads.map(({ category }) => category))).toEqual(new Set(FORUM_CATEGORIES));
  const usernames = new Set(pack.users.map(({ username }) => username));
  for (const { posts } of forum.shows)
    expect(posts.filter(({ author }) => !usernames.has(author))).toEqual([]);
  for (const { replies, ...opening } of forum.threads) {
    const posts = [opening, ...replies];
    expect(replies.length).toBeGreaterThan(1);
    expect(posts.filter(({ author }) => !usernames.has(author))).toEqual([]);
    const hours = posts.map(({ hoursAgo }) => hoursAgo);
    expect(hours).toEqual(hours.toSorted((a, b) => b - a));
  }
});

it('loads the threads with their posts, newest activity first', async () => {
  const app = await openTestApp();
  const { db } = app.database;
  await db.insert(users).values(
    pack.users.map(({ email, username }) => ({
      ...buildEmailColumns(email),
      ...buildUsernameColumns(username),
      password: 'never',
    })),
  );
  const date = new Date(app.clock.now + DAY).toISOString();
  const draft = { name: 'Harbor Hall', city: 'Richmond', date };
  const next = (await app.admin.post('/api/shows', draft)).json().id;
  await loadForum(db, forum, app.clock.now);
  const threads = (await app.admin.get('/api/forums/threads')).json();
  expect(threads).toHaveLength(forum.threads.length);
  expect(threads[0]).toMatchObject({ title: 'New here? How most of us play', isPinned: 1 });
  const [, newest] = threads;
  const posts = (await app.admin.get(`/api/forums/threads/${newest.id}/posts`)).json();
  expect(posts).toHaveLength(newest.replyCount + 1);
  const showThreads = (
    await app.admin.get(`/api/forums/threads?category=${encodeURIComponent(SHOW_THREADS)}`)
  ).json();
  expect(showThreads).toMatchObject([
    { replyCount: forum.shows[1]?.posts.length, show: { id: next } },
  ]);
  const broken = (await checkInvariants(db)).filter(({ rows }) => rows.length > 0);
  expect(broken.map(({ name }) => name)).toEqual([
    'passwords are argon2id, 19 MiB, 2 passes, 1 lane or stronger',
  ]);
  await app.close();
});
