import type { FastifyInstance } from 'fastify';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import * as contract from '#contract/league-talk.ts';
import type { Context } from '../context.ts';
import { createPostLimit } from '../forums/posting-limits.ts';
import { change, commit } from '../http/change.ts';
import { read } from '../http/read.ts';
import { notFound, route } from '../http/route.ts';
import { hasMember } from '../leagues/access.ts';
import { createPost, deletePost, updatePost } from './change-post.ts';
import { countLeaguePosts, findLeaguePosts, findTalkView } from './queries.ts';

export function leagueTalkRoutes(app: FastifyInstance, { db, clock, createLimit }: Context): void {
  const posts = createPostLimit(createLimit, 'league-posts');

  read(
    app,
    contract.listLeaguePosts,
    async ({ params: { id }, viewer }) => {
      if (!(await hasMember(db, id, viewer.userId))) throw notFound('League');
      return findTalkView(db, id, viewer);
    },
    async ({ params: { id }, query, header, variant: view }) => {
      header(TOTAL_COUNT_HEADER, await countLeaguePosts(db, id, view));
      return findLeaguePosts(db, id, query, view);
    },
  );

  route(app, contract.createLeaguePost, async (call) => {
    const { params, body, viewer } = call;
    await posts.consume(viewer.userId);
    const draft = { content: body.content, viewer, now: clock() };
    return commit(call, (scope) => createPost(scope, params.id, draft));
  });

  route(app, contract.updateLeaguePost, async (call) => {
    const { params, body, viewer } = call;
    const { id: leagueId, postId } = params;
    await posts.consume(viewer.userId);
    const edit = { content: body.content, viewer, now: clock() };
    return commit(call, (scope) => updatePost(scope, { leagueId, postId }, edit));
  });

  change(app, contract.deleteLeaguePost, async ({ params, viewer, ...scope }) => {
    const { id: leagueId, postId } = params;
    await deletePost(scope, { leagueId, postId }, viewer.userId);
    return undefined;
  });
}
