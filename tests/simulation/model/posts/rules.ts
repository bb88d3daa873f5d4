import type { Expected } from '../apply.ts';
import { isMuted } from '../moderation/cases.ts';
import { DAY, MINUTE, type Show, type Tour } from '../tour.ts';

export interface Post {
  id: string;
  author: number;
  content: string;
  createdAt: number;
}

export const NEWCOMER_POSTS = { minute: 10, day: 60 };

export const POSTS_WITHOUT_LINKS = 3;

const SLOW_MODE_MS = 10_000;

/** These rules apply everywhere. The rule about links in first posts is checked last. */
export function rejectPost(tour: Tour, author: number, content: string): Expected | undefined {
  if (isMuted(tour, author)) return { status: 403 };
  const limit = findPostingLimit(tour, author);
  if (limit) return { status: 429, message: LIMIT_MESSAGES[limit] };
  const isEarly = listPostsBy(tour, author).length < POSTS_WITHOUT_LINKS;
  return isEarly && content.includes('https://') ? NO_LINKS_YET : undefined;
}

const LIMIT_MESSAGES = {
  day: 'On its first day an account can post 60 times. Please come back tomorrow.',
  minute:
    'On its first day an account can post 10 times a minute. Please wait a minute and try again.',
};

const NO_LINKS_YET = { status: 400, message: "Your first 3 posts can't contain links." };

function listPostsBy({ leagues, shows }: Tour, author: number): Post[] {
  const posts = [...leagues, ...shows].flatMap((place) => place.posts);
  return posts.filter((post) => post.author === author);
}

export function isNewcomer({ people, now }: Tour, person: number): boolean {
  return now < (people[person]?.createdAt ?? 0) + DAY;
}

function findPostingLimit(tour: Tour, author: number): keyof typeof NEWCOMER_POSTS | undefined {
  if (!isNewcomer(tour, author)) return undefined;
  const posts = listPostsBy(tour, author);
  if (posts.length >= NEWCOMER_POSTS.day) return 'day';
  const latest = posts.filter(({ createdAt }) => createdAt > tour.now - MINUTE);
  return latest.length >= NEWCOMER_POSTS.minute ? 'minute' : undefined;
}

/** Returns the milliseconds until the fan can post in a live show's thread. 0 means now. */
export function findSlowModeWait({ now }: Tour, { status, posts }: Show, author: number): number {
  const latest = posts.findLast((post) => post.author === author);
  return status === 'live' && latest ? Math.max(latest.createdAt + SLOW_MODE_MS - now, 0) : 0;
}

/** No two posts in one place have the same time. */
export function addPost({ now }: Tour, posts: Post[], post: Omit<Post, 'createdAt'>): Expected {
  const latest = posts.at(-1)?.createdAt ?? 0;
  posts.push({ ...post, createdAt: Math.max(now, latest + 1) });
  return { status: 201 };
}
