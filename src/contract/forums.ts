import { z } from 'zod';
import { DAY } from './durations.ts';
import { endpoint, hasChanges, idParams, NOTHING_TO_CHANGE } from './endpoint.ts';
import { author, type Person, POST_BODY_LIMIT, postContent } from './forum-posts.ts';
import { hidden } from './hidden-content.ts';
import { pageQuery } from './leaderboards.ts';
import { canModerate, type Roles } from './roles.ts';
import { show } from './shows.ts';
import { visibleText } from './text.ts';

export const THREAD_TITLE_MAX = 255;

export const FORUM_CATEGORIES = [
  'General',
  'Shows & Setlists',
  'Predictions',
  'Songs & Recordings',
  'Tickets & Travel',
  'Site Feedback',
] as const;

/** Only shows' threads have this category. The list of all threads omits them. */
export const SHOW_THREADS = 'Show Threads';
export const THREAD_CATEGORIES = [...FORUM_CATEGORIES, SHOW_THREADS] as const;
export type ThreadCategory = (typeof THREAD_CATEGORIES)[number];

export function findForumCategory(text: string | null): ThreadCategory | undefined {
  return THREAD_CATEGORIES.find((category) => category === text);
}

export const THREAD_LOCKED = 'This thread is locked';
export const SHOW_THREAD_STAYS = "A show's thread is deleted with its show";

/** In a live show's thread, a fan can post or edit once in this time. */
export const SLOW_MODE_MS = 10_000;

export function describeSlowMode(seconds: number): string {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `While the show is live, you can post or edit once every ${SLOW_MODE_MS / 1000} seconds. Please wait ${wait}.`;
}

/** Younger accounts are limited to `NEWCOMER_POSTS`, including new threads and league posts. */
export const NEWCOMER_MS = DAY;
export const NEWCOMER_POSTS = { perMinute: 10, perDay: 60 } as const;

export const TOO_MANY_POSTS_PER_MINUTE = `On its first day an account can post ${NEWCOMER_POSTS.perMinute} times a minute. Please wait a minute and try again.`;
export const TOO_MANY_POSTS_PER_DAY = `On its first day an account can post ${NEWCOMER_POSTS.perDay} times. Please come back tomorrow.`;

export const createThreadBody = z.object({
  title: visibleText(THREAD_TITLE_MAX),
  category: z.enum(FORUM_CATEGORIES, 'Choose a category'),
  content: postContent,
});
export const updateThreadBody = z
  .object({ isPinned: z.literal([0, 1]), isLocked: z.boolean() })
  .partial()
  .refine(hasChanges, NOTHING_TO_CHANGE);

const threadShow = show.pick({
  ...{ id: true, name: true, venue: true, city: true, state: true, country: true },
  ...{ date: true, timeZone: true, status: true },
});

/** `replyCount` excludes the opening post, which a show's thread doesn't have. */
export const threadItem = z
  .object({
    id: z.uuid(),
    title: z.string(),
    category: z.string(),
    isPinned: z.int(),
    isLocked: z.boolean(),
    replyCount: z.int(),
    lastActivityAt: z.iso.datetime(),
    /** Whether the title is hidden, and from whom: see `HIDDEN_TEXT`. */
    hidden,
    /** Null for a show's thread. */
    author: z.object({ username: z.string() }).nullable(),
    show: threadShow.nullable(),
  })
  .meta({ id: 'ThreadItem' });
export type ThreadItem = z.output<typeof threadItem>;

export const thread = threadItem
  .extend({ author: author.nullable(), createdAt: z.iso.datetime() })
  .meta({ id: 'Thread' });
export type Thread = z.output<typeof thread>;
export type ShowThread = Thread & { show: NonNullable<Thread['show']> };

export function canWriteIn(thread: { isLocked: boolean }, user: Roles): boolean {
  return !thread.isLocked || canModerate(user);
}

export function canDeleteThread(
  thread: { isLocked: boolean; replyCount: number; author: { id: string } | null },
  user: Person,
): boolean {
  if (!thread.author) return false;
  return (
    canModerate(user) ||
    (thread.author.id === user.id && thread.replyCount === 0 && !thread.isLocked)
  );
}

export const listThreads = endpoint('listThreads', {
  method: 'GET',
  path: '/api/forums/threads',
  tag: 'forums',
  who: 'user',
  summary:
    'List threads, of one category or all but the threads of shows, pinned first, then by latest activity; X-Total-Count has the total',
  query: pageQuery.extend({ category: z.enum(THREAD_CATEGORIES, 'Unknown category').optional() }),
  status: 200,
  returns: z.array(threadItem),
  dependsOn: ['thread', 'newPost', 'show', 'username', 'block:{me}'],
});

export const getThread = endpoint('getThread', {
  method: 'GET',
  path: '/api/forums/threads/{id}',
  tag: 'forums',
  who: 'user',
  summary: "Get one thread without its posts; a show's thread has the show's ID",
  params: idParams,
  status: 200,
  returns: thread,
  dependsOn: ['thread:{id}', 'newPost:{id}', 'show:{id}', 'username', 'block:{me}'],
});

export const createThread = endpoint('createThread', {
  method: 'POST',
  path: '/api/forums/threads',
  tag: 'forums',
  who: 'user',
  summary: 'Start a thread with its first post',
  body: createThreadBody,
  bodyLimit: POST_BODY_LIMIT,
  status: 201,
  returns: thread,
});

export const updateThread = endpoint('updateThread', {
  method: 'PATCH',
  path: '/api/forums/threads/{id}',
  tag: 'forums',
  who: 'moderator',
  summary: 'Pin, unpin, lock or unlock a thread',
  params: idParams,
  body: updateThreadBody,
  status: 200,
  returns: thread,
});

export const deleteThread = endpoint('deleteThread', {
  method: 'DELETE',
  path: '/api/forums/threads/{id}',
  tag: 'forums',
  who: 'user',
  summary: 'Delete a thread and its posts: your own without replies, or any as a moderator',
  params: idParams,
  status: 204,
});
