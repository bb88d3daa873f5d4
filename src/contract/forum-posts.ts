import { z } from 'zod';
import { deletionImpact } from './deletion-impact.ts';
import { endpoint, hasChanges, idParams, NOTHING_TO_CHANGE } from './endpoint.ts';
import { hidden } from './hidden-content.ts';
import { pageQuery } from './leaderboards.ts';
import { canModerate, type Roles } from './roles.ts';
import { visibleText } from './text.ts';

export const POST_MAX = 10_000;
export const POSTS_MAX_ROWS = 100;

export const POSTS_PER_PAGE = 25;

export const POSTING_ENDED = 'A moderator banned you from posting in the forums';

/** In bytes. `POST_MAX` characters take 60,000 bytes if all of them are escaped in JSON. */
export const POST_BODY_LIMIT = 64 * 1024;

export const postContent = visibleText(POST_MAX);

export const postBody = z.object({ content: postContent }).meta({ id: 'PostBody' });

export const author = z.object({ id: z.uuid(), username: z.string() });

/** `content` is plain text. */
export const post = z
  .object({
    id: z.uuid(),
    threadId: z.uuid(),
    isOpening: z.boolean(),
    content: z.string(),
    /** Whether `content` is hidden, and from whom: see `HIDDEN_TEXT`. */
    hidden,
    author,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof post>;

/** Included in events, so that pages with the earlier posts need no request. Oldest first. */
export const newPosts = z.object({ total: z.int(), posts: z.array(post) });
export type NewPosts = z.output<typeof newPosts>;

/** Larger events omit the posts, and pages request them. */
export const NEW_POSTS_MAX = { rows: 25, characters: 16_000 } as const;

export interface Person extends Roles {
  id: string;
}

export function canDeletePost(
  post: { isOpening: boolean; author: { id: string } },
  user: Person,
): boolean {
  return !post.isOpening && (canModerate(user) || post.author.id === user.id);
}

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
  dependsOn: ['thread:{id}', 'newPost:{id}', 'username', 'block:{me}'],
});

export const createPost = endpoint('createPost', {
  method: 'POST',
  path: '/api/forums/threads/{id}/posts',
  tag: 'forums',
  who: 'user',
  summary: "Reply to a thread, or post in a show's; 409 if it is locked, 429 in slow mode",
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
  summary: 'Delete your own reply, or any as a moderator; 409 for the opening post',
  params: idParams,
  status: 204,
});

export const countAuthorPosts = endpoint('countAuthorPosts', {
  method: 'GET',
  path: '/api/admin/users/{id}/posts',
  tag: 'forums',
  who: 'moderator',
  summary: 'Preview the removal of everything a user wrote in the forums',
  params: idParams,
  status: 200,
  returns: deletionImpact,
  dependsOn: ['thread', 'newPost'],
});

export const removeAuthorPosts = endpoint('removeAuthorPosts', {
  method: 'DELETE',
  path: '/api/admin/users/{id}/posts',
  tag: 'forums',
  who: 'moderator',
  needsFreshSignIn: true,
  summary: 'Remove everything a user wrote in the forums and stop them from posting',
  params: idParams,
  status: 204,
});
