import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { listPosts, type Post } from '#contract/forum-posts.ts';
import { getThread, type Thread } from '#contract/forums.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { applyNewPosts } from './new-posts.ts';

const ID = '5a1c3d1e-0000-4000-8000-000000000000';

const post = (number: number, id = `post ${number}`) =>
  ({ id, content: id, createdAt: new Date(number).toISOString() }) as Post;
const posts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => post(from + index));

function openPages(...pages: Post[][]) {
  const client = new QueryClient();
  const queries = pages.map((_, index) =>
    queryWithTotalFor(listPosts, {
      params: { id: ID },
      query: { limit: '3', offset: String(index * 3) },
    }),
  );
  const total = pages.flat().length;
  for (const [index, { queryKey }] of queries.entries())
    client.setQueryData(queryKey, { rows: pages[index] ?? [], total });
  const { queryKey } = queryFor(getThread, { params: { id: ID } });
  client.setQueryData(queryKey, { id: ID, show: { id: ID }, replyCount: total } as Thread);
  return {
    apply: (newTotal: number, newest: Post[]) =>
      applyNewPosts(client, ID, { total: newTotal, posts: newest }).size,
    read: () => queries.map((query) => client.getQueryData(query.queryKey)?.rows),
    countQueries: () =>
      client.getQueryCache().findAll({ queryKey: buildQueryKey(listPosts, { id: ID }) }).length,
    readPage: (offset: number) => {
      const query = { limit: '3', offset: String(offset) };
      const { queryKey } = queryWithTotalFor(listPosts, { params: { id: ID }, query });
      const { state, meta } = client.getQueryCache().find({ queryKey }) ?? {};
      return { data: state?.data, params: meta?.params };
    },
    readCount: () => client.getQueryData<Thread>(queryKey)?.replyCount,
  };
}

test('adds new posts to the last page and to the next one', () => {
  const site = openPages(posts(1, 3), posts(4, 5));
  expect(site.apply(7, posts(4, 7))).toBe(4);
  expect(site.read()).toEqual([posts(1, 3), posts(4, 6)]);
  expect(site.readCount()).toBe(7);
});

test('leaves a page with a missing post to a refetch', () => {
  const site = openPages(posts(1, 3), [post(4)]);
  expect(site.apply(7, posts(6, 7))).toBe(2);
  expect(site.read()).toEqual([posts(1, 3), [post(4)]]);
});

test('leaves a page with another post at the position to a refetch', () => {
  const site = openPages([post(1), post(2, 'deleted since')]);
  expect(site.apply(3, posts(1, 3))).toBe(1);
  expect(site.read()).toEqual([[post(1), post(2, 'deleted since')]]);
});

test('ignores an event that is older than the page', () => {
  const site = openPages(posts(1, 3));
  expect(site.apply(2, posts(1, 2))).toBe(1);
  expect(site.read()).toEqual([posts(1, 3)]);
});

test('creates a new page from the event, without a request', () => {
  const site = openPages(posts(1, 3));
  expect(site.apply(5, posts(4, 5))).toBe(3);
  const data = { rows: posts(4, 5), total: 5 };
  expect(site.readPage(3)).toEqual({ data, params: { id: ID } });
  expect(site.apply(6, [post(6)])).toBe(3);
  expect(site.readPage(3).data).toEqual({ rows: posts(4, 6), total: 6 });
});

test('creates no page that would be empty or lack a post', () => {
  const site = openPages(posts(1, 2));
  site.apply(3, [post(3)]);
  expect(site.countQueries()).toBe(1);
  site.apply(5, [post(5)]);
  expect(site.countQueries()).toBe(1);
});

test('updates no page if the event has only the total', () => {
  const site = openPages(posts(1, 3), posts(4, 5));
  expect(site.apply(6, [])).toBe(1);
  expect(site.read()).toEqual([posts(1, 3), posts(4, 5)]);
  expect(site.readCount()).toBe(5);
});
