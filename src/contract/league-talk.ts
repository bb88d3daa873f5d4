import { z } from 'zod';
import { endpoint, hasChanges, id, idParams, NOTHING_TO_CHANGE } from './endpoint.ts';
import {
  author,
  POST_BODY_LIMIT,
  POSTS_MAX_ROWS,
  post,
  postBody,
  postContent,
} from './forum-posts.ts';
import { pageQuery } from './leaderboards.ts';

export const leaguePost = post
  .pick({ id: true, content: true, hidden: true, createdAt: true, updatedAt: true })
  .extend({ author })
  .meta({ id: 'LeaguePost' });
export type LeaguePost = z.output<typeof leaguePost>;

export function canDeleteLeaguePost(
  { author }: Pick<LeaguePost, 'author'>,
  user: { id: string; isOwner: boolean },
): boolean {
  return user.isOwner || author.id === user.id;
}

const postParams = z.object({ id: id('Not found'), postId: id('Not found') });

export const listLeaguePosts = endpoint('listLeaguePosts', {
  method: 'GET',
  path: '/api/leagues/{id}/posts',
  tag: 'leagues',
  who: 'user',
  summary: "List your league's posts, latest first; X-Total-Count has the total",
  params: idParams,
  query: pageQuery.extend({
    limit: pageQuery.shape.limit.refine((rows) => rows <= POSTS_MAX_ROWS, 'At most 100 posts'),
  }),
  status: 200,
  returns: z.array(leaguePost),
  dependsOn: ['leagueTalk:{id}', 'league:{id}', 'username', 'block:{me}'],
});

export const createLeaguePost = endpoint('createLeaguePost', {
  method: 'POST',
  path: '/api/leagues/{id}/posts',
  tag: 'leagues',
  who: 'user',
  summary: 'Post in your league',
  params: idParams,
  body: postBody,
  bodyLimit: POST_BODY_LIMIT,
  status: 201,
  returns: leaguePost,
});

export const updateLeaguePost = endpoint('updateLeaguePost', {
  method: 'PATCH',
  path: '/api/leagues/{id}/posts/{postId}',
  tag: 'leagues',
  who: 'user',
  summary: 'Edit your own post',
  params: postParams,
  body: z.object({ content: postContent }).partial().refine(hasChanges, NOTHING_TO_CHANGE),
  bodyLimit: POST_BODY_LIMIT,
  status: 200,
  returns: leaguePost,
});

export const deleteLeaguePost = endpoint('deleteLeaguePost', {
  method: 'DELETE',
  path: '/api/leagues/{id}/posts/{postId}',
  tag: 'leagues',
  who: 'user',
  summary: "Delete your own post, or any as the league's owner",
  params: postParams,
  status: 204,
});
