import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  createPost,
  listPosts,
  POSTS_PER_PAGE,
  type Post,
  updatePost,
} from '#contract/forum-posts.ts';
import { getThread } from '#contract/forums.ts';
import { queryFor } from '#web/http/query-for.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { applyNewPosts } from '#web/realtime/new-posts.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, sampleShow, sampleShowThread } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const SHOW = sampleShow(-1, { status: 'live' });
const TEASEL = { id: sampleSongId(90), username: 'teasel' };

const postBy = (author: Post['author'], number: number, secondsAgo: number): Post => {
  const createdAt = new Date(Date.now() - secondsAgo * 1_000).toISOString();
  return {
    ...{ id: sampleSongId(number), threadId: SHOW.id, content: `Post number ${number}`, author },
    ...{ isOpening: false, hidden: null, createdAt, updatedAt: createdAt },
  };
};

const postMany = (count: number) =>
  Array.from({ length: count }, (_, index) => postBy(TEASEL, index + 1, 1_000 - index));

async function openThread(posts: Post[], query = '') {
  const site = createTestSite();
  let setAtTop = (_: boolean) => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: object[]) => void) {
        setAtTop = (isIntersecting) => act(() => notify([{ isIntersecting }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  const failingPages = new Set<number>();
  const lastActivityAt = posts.at(-1)?.createdAt ?? SHOW.date;
  const replyCount = posts.length;
  site.respond(getThread, sampleShowThread(SHOW, { replyCount, lastActivityAt }));
  site.respond(listPosts, (call) => {
    const offset = Number(new URLSearchParams(call.query).get('offset'));
    if (failingPages.has(offset / POSTS_PER_PAGE + 1)) throw new TypeError('Failed to fetch');
    return posts.slice(offset, offset + POSTS_PER_PAGE);
  });
  await site.open(`/forums/thread?id=${SHOW.id}${query}`, FAN);
  return {
    ...site,
    failingPages,
    countActivePages: () =>
      site.cache
        .getQueryCache()
        .findAll({ queryKey: buildQueryKey(listPosts, { id: SHOW.id }), type: 'active' }).length,
    setReplyCount: (count: number) =>
      act(async () => {
        const { queryKey } = queryFor(getThread, { params: { id: SHOW.id } });
        site.cache.setQueryData(queryKey, (thread) => thread && { ...thread, replyCount: count });
      }),
    showOlder: () => site.user.click(screen.getByRole('button', { name: 'Show older posts' })),
    scroll: (isAtTop: boolean) => setAtTop(isAtTop),
    async receive(...newest: Post[]) {
      while (newest.length > 0) {
        const eventPosts = newest.splice(0, 25);
        posts.push(...eventPosts);
        await act(async () => {
          applyNewPosts(site.cache, SHOW.id, { total: posts.length, posts: eventPosts });
        });
      }
    },
  };
}

const listShown = () =>
  within(screen.getByRole('list', { name: 'Posts' }))
    .getAllByRole('article')
    .map((article) => article.textContent?.match(/Post number (\d+)/)?.[1]);

const listNumbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => String(from - index));

test('lists the latest posts first, and adds new ones at the top without a request', async () => {
  const site = await openThread([postBy(TEASEL, 1, 90), postBy(TEASEL, 2, 60)]);
  expect(listShown()).toEqual(['2', '1']);
  const calls = site.listAllCalls();
  await site.receive(postBy(TEASEL, 3, 1));
  await screen.findByText('Post number 3');
  expect(listShown()).toEqual(['3', '2', '1']);
  expect(site.listAllCalls()).toEqual(calls);
});

test('hides new posts while the reader is further down', async () => {
  const site = await openThread([postBy(TEASEL, 1, 90)]);
  site.scroll(false);
  await site.user.type(screen.getByLabelText('Your post'), 'Half a sentence');
  await site.receive(postBy(TEASEL, 2, 2), postBy(TEASEL, 3, 1));
  const newPosts = await screen.findByRole('button', { name: '2 new posts' });
  expect(listShown()).toEqual(['1']);
  await site.user.click(newPosts);
  expect(listShown()).toEqual(['3', '2', '1']);
  expect(screen.getByLabelText('Your post')).toHaveProperty('value', 'Half a sentence');
});

test("shows the fan's own new post immediately", async () => {
  const site = await openThread([postBy(TEASEL, 1, 90)]);
  site.scroll(false);
  await site.receive(postBy(TEASEL, 2, 2), postBy(FAN, 3, 1));
  await screen.findByText('Post number 3');
  expect(listShown()).toEqual(['3', '2', '1']);
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull();
});

test('loads the two newest pages and those that the reader requests', async () => {
  const site = await openThread(postMany(60));
  expect(listShown()).toEqual(listNumbers(60, 26));
  await site.showOlder();
  await screen.findByText('Post number 1');
  const calls = site.listAllCalls();
  await site.receive(...Array.from({ length: 20 }, (_, n) => postBy(TEASEL, 61 + n, 100 - n)));
  await screen.findByText('Post number 80');
  expect(listShown()).toEqual(listNumbers(80, 26));
  expect(site.countActivePages()).toBe(3);
  expect(site.listAllCalls()).toEqual(calls);
});

test('keeps what the reader sees while pages of new posts arrive', async () => {
  const site = await openThread(postMany(30));
  site.scroll(false);
  await site.receive(...Array.from({ length: 75 }, (_, n) => postBy(TEASEL, 31 + n, 100 - n)));
  const newPosts = await screen.findByRole('button', { name: '75 new posts' });
  expect(listShown()).toEqual(listNumbers(30, 1));
  expect(site.countActivePages()).toBe(4);
  await site.user.click(newPosts);
  expect(listShown()).toEqual(listNumbers(105, 76));
});

test('shows the first page after the later ones are deleted', async () => {
  const site = await openThread(postMany(60));
  await site.setReplyCount(20);
  await screen.findByText('Post number 20');
});

test('focuses the list after the oldest posts are loaded', async () => {
  const site = await openThread(postMany(60));
  await site.showOlder();
  await screen.findByText('Post number 1');
  expect(screen.queryByRole('button', { name: 'Show older posts' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Posts' }));
});

test('offers to retry a page that failed to load', async () => {
  const site = await openThread(postMany(60));
  site.failingPages.add(1);
  await site.showOlder();
  await screen.findByRole('alert');
  expect(listShown()).toEqual(listNumbers(60, 26));
  site.failingPages.clear();
  await site.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Post number 1');
});

test("opens on a linked post's page", async () => {
  const site = await openThread(postMany(60), '&page=1');
  expect(listShown()).toEqual(listNumbers(60, 1));
  expect(site.countActivePages()).toBe(3);
});

test('loads only the page of a linked post and the newest ones of a long thread', async () => {
  const site = await openThread(postMany(25 * 100), '&page=40');
  const linked = listNumbers(1_000, 976);
  expect(listShown()).toEqual([...listNumbers(2_500, 2_451), ...linked]);
  expect(site.countActivePages()).toBe(3);
  await site.user.click(screen.getByRole('button', { name: 'Show the posts in between' }));
  await screen.findByText('Post number 2426');
  await site.showOlder();
  await screen.findByText('Post number 951');
  expect(listShown()).toEqual([...listNumbers(2_500, 2_426), ...listNumbers(1_000, 951)]);
});

test('joins the page of a linked post with the newest ones', async () => {
  const site = await openThread(postMany(25 * 4), '&page=1');
  const button = () => screen.queryByRole('button', { name: 'Show the posts in between' });
  expect(listShown()).toEqual([...listNumbers(100, 51), ...listNumbers(25, 1)]);
  await site.user.click(button() ?? document.body);
  await screen.findByText('Post number 26');
  expect(listShown()).toEqual(listNumbers(100, 1));
  expect(button()).toBeNull();
});

test('counts down after slow mode rejects an edit', async () => {
  const site = await openThread([postBy(FAN, 1, 5)]);
  await site.user.click(screen.getByRole('button', { name: 'Edit' }));
  site.reject(updatePost, 'Please wait 7 seconds.', 429);
  await site.user.type(screen.getByLabelText('Edit your post'), ', edited');
  await site.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: /^Save in [67] s$/ });
});

test('counts down to the next post in slow mode, and keeps the text', async () => {
  const site = await openThread([postBy(TEASEL, 1, 5), postBy(FAN, 2, 4)]);
  const button = screen.getByRole('button', { name: /^Post in [56] s$/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await site.user.type(screen.getByLabelText('Your post'), 'Too early{Control>}{Enter}{/Control}');
  await site.user.click(button);
  expect(site.listCalls(createPost)).toEqual([]);
  expect(screen.getByLabelText('Your post')).toHaveProperty('value', 'Too early');
});

test('counts down after a post that the page has not loaded', async () => {
  const site = await openThread([postBy(TEASEL, 1, 5)]);
  site.reject(createPost, 'Please wait 7 seconds.', 429);
  await site.user.type(screen.getByLabelText('Your post'), 'Too early');
  await site.user.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByText('Please wait 7 seconds.');
  screen.getByRole('button', { name: /^Post in [67] s$/ });
  expect(screen.getByLabelText('Your post')).toHaveProperty('value', 'Too early');
});
