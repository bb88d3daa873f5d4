import { z } from 'zod';
import { deletionImpact } from './deletion-impact.ts';
import { endpoint, hasChanges, idParams, NOTHING_TO_CHANGE } from './endpoint.ts';
import { pageQuery } from './leaderboards.ts';
import { visibleText } from './text.ts';

export const THREAD_TITLE_MAX = 255;
export const POST_MAX = 10_000;

export const POSTS_MAX_ROWS = 100;

export const FORUM_CATEGORIES = [
  'General',
  'Shows & Setlists',
  'Predictions',
  'Songs & Recordings',
  'Tickets & Travel',
  'Site Feedback',
] as const;

export const THREAD_LOCKED = 'This thread is locked';

/** Younger accounts are limited to `NEWCOMER_POSTS`, new threads included. */
export const NEWCOMER_MS = 24 * 60 * 60 * 1000;
export const NEWCOMER_POSTS = { perMinute: 10, perDay: 60 } as const;

export const TOO_MANY_POSTS_PER_MINUTE = `On its first day an account can post ${NEWCOMER_POSTS.perMinute} times a minute. Please wait a minute and try again.`;
export const TOO_MANY_POSTS_PER_DAY = `On its first day an account can post ${NEWCOMER_POSTS.perDay} times. Please come back tomorrow.`;

export const POSTING_ENDED = 'An administrator has ended your posting in the forums';

/** Bytes. `POST_MAX` characters take 60,000 if all are escaped in JSON. */
const POST_BODY_LIMIT = 64 * 1024;

const title = visibleText(THREAD_TITLE_MAX);
const content = visibleText(POST_MAX);

export const createThreadBody = z.object({
  title,
  category: z.enum(FORUM_CATEGORIES, 'Choose a category'),
  content,
});
export const postBody = z.object({ content }).meta({ id: 'PostBody' });
export const updateThreadBody = z
  .object({ isPinned: z.literal([0, 1]), isLocked: z.boolean() })
  .partial()
  .refine(hasChanges, NOTHING_TO_CHANGE);

/** `replyCount` excludes the opening post. */
export const threadItem = z
  .object({
    id: z.uuid(),
    title: z.string(),
    category: z.string(),
    isPinned: z.int(),
    isLocked: z.boolean(),
    replyCount: z.int(),
    lastActivityAt: z.iso.datetime(),
    author: z.object({ username: z.string() }),
  })
  .meta({ id: 'ThreadItem' });
export type ThreadItem = z.output<typeof threadItem>;

const author = z.object({ id: z.uuid(), username: z.string() });

export const thread = threadItem
  .extend({ author, createdAt: z.iso.datetime() })
  .meta({ id: 'Thread' });
export type Thread = z.output<typeof thread>;

/** `content` is plain text. */
export const post = z
  .object({
    id: z.uuid(),
    threadId: z.uuid(),
    isOpening: z.boolean(),
    content: z.string(),
    author,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof post>;

interface Person {
  id: string;
  isAdmin: boolean;
}

export function canWriteIn(thread: { isLocked: boolean }, user: { isAdmin: boolean }): boolean {
  return !thread.isLocked || user.isAdmin;
}

export function canDeleteThread(
  thread: { isLocked: boolean; replyCount: number; author: { id: string } },
  user: Person,
): boolean {
  return (
    user.isAdmin || (thread.author.id === user.id && thread.replyCount === 0 && !thread.isLocked)
  );
}

export function canDeletePost(
  post: { isOpening: boolean; author: { id: string } },
  user: Person,
): boolean {
  return !post.isOpening && (user.isAdmin || post.author.id === user.id);
}

export const listThreads = endpoint('listThreads', {
  method: 'GET',
  path: '/api/forums/threads',
  tag: 'forums',
  who: 'user',
  summary: 'List threads, pinned first, then by latest activity; X-Total-Count has the total',
  query: pageQuery,
  status: 200,
  returns: z.array(threadItem),
  dependsOn: ['thread', 'username'],
});

export const getThread = endpoint('getThread', {
  method: 'GET',
  path: '/api/forums/threads/{id}',
  tag: 'forums',
  who: 'user',
  summary: 'Get one thread without its posts',
  params: idParams,
  status: 200,
  returns: thread,
  dependsOn: ['thread:{id}', 'username'],
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
  who: 'admin',
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
  summary: 'Delete a thread and its posts: your own without replies, or any as an administrator',
  params: idParams,
  status: 204,
});

export const listPosts = endpoint('listPosts', {
  method: 'GET',
  path: '/api/forums/threads/{id}/posts',
  tag: 'forums',
  who: 'user',
  summary: "List a thread's posts, oldest first; X-Total-Count has the total",
  params: idParams,
  query: pageQuery.extend({
    limit: pageQuery.shape.limit.refine((rows) => rows <= POSTS_MAX_ROWS, 'At most 100 posts'),
  }),
  status: 200,
  returns: z.array(post),
  dependsOn: ['thread:{id}', 'username'],
});

export const createPost = endpoint('createPost', {
  method: 'POST',
  path: '/api/forums/threads/{id}/posts',
  tag: 'forums',
  who: 'user',
  summary: 'Reply to a thread; 409 if it is locked',
  params: idParams,
  body: postBody,
  bodyLimit: POST_BODY_LIMIT,
  status: 201,
  returns: post,
});

export const updatePost = endpoint('updatePost', {
  method: 'PATCH',
  path: '/api/forums/posts/{id}',
  tag: 'forums',
  who: 'user',
  summary: 'Edit your own post',
  params: idParams,
  body: postBody.partial().refine(hasChanges, NOTHING_TO_CHANGE),
  bodyLimit: POST_BODY_LIMIT,
  status: 200,
  returns: post,
});

export const deletePost = endpoint('deletePost', {
  method: 'DELETE',
  path: '/api/forums/posts/{id}',
  tag: 'forums',
  who: 'user',
  summary: 'Delete your own reply, or any as an administrator; 409 for the opening post',
  params: idParams,
  status: 204,
});

export const countAuthorPosts = endpoint('countAuthorPosts', {
  method: 'GET',
  path: '/api/admin/users/{id}/posts',
  tag: 'forums',
  who: 'admin',
  summary: 'Preview the removal of everything a user wrote in the forums',
  params: idParams,
  status: 200,
  returns: deletionImpact,
  dependsOn: ['thread'],
});

export const removeAuthorPosts = endpoint('removeAuthorPosts', {
  method: 'DELETE',
  path: '/api/admin/users/{id}/posts',
  tag: 'forums',
  who: 'admin',
  needsFreshSignIn: true,
  summary: 'Remove everything a user wrote in the forums and stop them from posting',
  params: idParams,
  status: 204,
});
