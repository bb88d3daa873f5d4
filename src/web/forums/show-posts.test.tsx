import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createPost, listPosts, type Post } from '#contract/forum-posts.ts';
import { getThread } from '#contract/forums.ts';
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

async function openThread(posts: Post[]) {
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
  const lastActivityAt = posts.at(-1)?.createdAt ?? SHOW.date;
  const replyCount = posts.length;
  site.respond(getThread, sampleShowThread(SHOW, { replyCount, lastActivityAt }));
  site.respond(listPosts, posts);
  await site.open(`/forums/thread?id=${SHOW.id}`, FAN);
  return {
    ...site,
    scroll: (isAtTop: boolean) => setAtTop(isAtTop),
    receive: (...newest: Post[]) =>
      act(async () => {
        const total = posts.length + newest.length;
        applyNewPosts(site.cache, SHOW.id, { total, posts: [...posts, ...newest] });
      }),
  };
}

const listShown = () =>
  within(screen.getByRole('list', { name: 'Posts' }))
    .getAllByRole('article')
    .map((article) => article.textContent?.match(/Post number (\d+)/)?.[1]);

test('lists the latest posts first, and adds new ones at the top without a request', async () => {
  const site = await openThread([postBy(TEASEL, 1, 90), postBy(TEASEL, 2, 60)]);
  expect(listShown()).toEqual(['2', '1']);
  const calls = site.listAllCalls();
  await site.receive(postBy(TEASEL, 3, 1));
  await screen.findByText('Post number 3');
  expect(listShown()).toEqual(['3', '2', '1']);
  expect(site.listAllCalls()).toEqual(calls);
});

test('holds new posts back while the reader is further down', async () => {
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

test('counts down to the next post in slow mode, and keeps the text', async () => {
  const site = await openThread([postBy(TEASEL, 1, 5), postBy(FAN, 2, 4)]);
  const button = screen.getByRole('button', { name: /^Post in [56] s$/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await site.user.type(screen.getByLabelText('Your post'), 'Too early{Control>}{Enter}{/Control}');
  await site.user.click(button);
  expect(site.listCalls(createPost)).toEqual([]);
  expect(screen.getByLabelText('Your post')).toHaveProperty('value', 'Too early');
});

test("counts down when the server knows of a post that the page doesn't", async () => {
  const site = await openThread([postBy(TEASEL, 1, 5)]);
  site.reject(createPost, 'Please wait 7 seconds.', 429);
  await site.user.type(screen.getByLabelText('Your post'), 'Too early');
  await site.user.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByText('Please wait 7 seconds.');
  screen.getByRole('button', { name: /^Post in [67] s$/ });
  expect(screen.getByLabelText('Your post')).toHaveProperty('value', 'Too early');
});
