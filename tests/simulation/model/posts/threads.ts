import type { Expected, ServerIds } from '../apply.ts';
import { isBlockBetween } from '../blocks/blocks.ts';
import type { Call } from '../requests.ts';
import { listActors, type Show, type Tour } from '../tour.ts';
import { formatInstant, type View } from '../views.ts';
import { addPost, findSlowModeWait, type Post, rejectPost } from './rules.ts';

export interface ThreadRequest {
  kind: 'post in thread';
  showId: string;
  content: string;
}

export function toThreadCall({ showId, content }: ThreadRequest): Call {
  return { method: 'POST', url: `/api/forums/threads/${showId}/posts`, body: { content } };
}

/** While a show is live, each fan can post in its thread once every ten seconds. */
export function applyToThread(
  tour: Tour,
  { actor: author, showId, content }: ThreadRequest & { actor: number },
  { id }: ServerIds,
): Expected {
  const show = tour.shows.find((candidate) => candidate.id === showId);
  if (!show) return { status: 404 };
  const wait = Math.ceil(findSlowModeWait(tour, show, author) / 1000);
  if (wait > 0) return { status: 429, message: describeWait(wait) };
  const rejection = rejectPost(tour, author, content);
  return rejection ?? addPost(tour, show.posts, { id, author, content });
}

function describeWait(seconds: number): string {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `While the show is live, you can post or edit once every 10 seconds. Please wait ${wait}.`;
}

/** Blocks hide posts from fans, but not from administrators. */
export function listThreadViews(tour: Tour, { id, posts }: Show): View[] {
  const url = `/api/forums/threads/${id}/posts`;
  const admins = listActors(tour, { isAdmin: true });
  const readers = [
    ...listActors(tour, { isAdmin: false }),
    admins[tour.editions % admins.length] ?? 0,
  ];
  return readers.map((actor) => ({
    ...{ actor, audience: tour.people[actor]?.isAdmin ? 'administrator' : `${actor}`, url },
    status: 200,
    body: viewPosts(tour, posts, actor),
  }));
}

export function viewPosts(tour: Tour, posts: readonly Post[], viewer: number) {
  const { people } = tour;
  return posts
    .filter(({ author }) => people[viewer]?.isAdmin || !isBlockBetween(tour, author, viewer))
    .map(({ id, author, content, createdAt }) => ({
      ...{ id, content, createdAt: formatInstant(createdAt) },
      author: { id: people[author]?.userId, username: people[author]?.username },
    }));
}
