import type { Query, QueryClient } from '@tanstack/react-query';
import { listPosts, type NewPosts, type Post } from '#contract/forum-posts.ts';
import { getThread, type Thread } from '#contract/forums.ts';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { parsePageParams, writeToCache } from './live-delta.ts';
import { payloadHandlers } from './payload-handlers.ts';

/** Returns the updated queries. A page that lacks an earlier post stays outdated. */
export function applyNewPosts(
  client: QueryClient,
  threadId: string,
  { total, posts }: NewPosts,
): ReadonlySet<Query> {
  const updatedQueries = new Set<Query>();
  const numbered = posts.map((post, index) => ({ post, index: total - posts.length + index }));
  for (const query of client
    .getQueryCache()
    .findAll({ queryKey: buildQueryKey(listPosts, { id: threadId }) })) {
    const page = parsePageParams(query);
    const data = query.state.data as { rows: Post[] } | undefined;
    if (!page || !data) continue;
    const rows = addRows(data.rows, numbered, { ...page, total });
    if (!rows) continue;
    writeToCache(client, query.queryKey, { rows, total }, updatedQueries);
    const nextPage = { limit: page.limit, offset: page.offset + page.limit, total };
    const nextRows = addRows([], numbered, nextPage);
    if (nextRows?.length) seedPage(client, threadId, nextPage, nextRows, updatedQueries);
  }
  const latest = posts.at(-1);
  const key = buildQueryKey(getThread, { id: threadId });
  const thread = client.getQueryData<Thread>(key);
  if (thread && latest) {
    const replyCount = thread.show ? total : total - 1;
    const lastActivityAt = latest.createdAt;
    writeToCache(client, key, { ...thread, replyCount, lastActivityAt }, updatedQueries);
  }
  return updatedQueries;
}

payloadHandlers.newPost = (client, threadId, { newPosts }) =>
  newPosts && applyNewPosts(client, threadId, newPosts);

interface Page {
  limit: number;
  offset: number;
  total: number;
}

/** Otherwise, all open pages would request a new page at the moment it starts. */
function seedPage(
  client: QueryClient,
  threadId: string,
  { limit, offset, total }: Page,
  rows: Post[],
  updatedQueries: Set<Query>,
): void {
  const query = { limit: String(limit), offset: String(offset) };
  const options = queryWithTotalFor(listPosts, { params: { id: threadId }, query });
  if (client.getQueryState(options.queryKey)) return;
  const cache = client.getQueryCache();
  // Builds the query with its `meta`, so that later changes reach it before it is displayed.
  cache.build(client, client.defaultQueryOptions(options));
  client.setQueryData(options.queryKey, { rows, total });
  const seeded = cache.find({ queryKey: options.queryKey, exact: true });
  if (seeded) updatedQueries.add(seeded);
}

function addRows(
  oldRows: readonly Post[],
  posts: readonly { post: Post; index: number }[],
  { limit, offset, total }: Page,
): Post[] | undefined {
  const rows = [...oldRows];
  for (const { post, index } of posts) {
    const row = index - offset;
    if (row < 0 || row >= limit) continue;
    const existing = rows[row];
    if (existing ? existing.id !== post.id : row > rows.length) return undefined;
    if (!existing) rows.push(post);
  }
  return rows.length === Math.max(0, Math.min(limit, total - offset)) ? rows : undefined;
}
