import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getThreadDeletion } from '#contract/deletion-impact.ts';
import * as postContract from '#contract/forum-posts.ts';
import * as contract from '#contract/forums.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import type { Context } from '../context.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { forumThreads } from '../db/schema/forums.ts';
import { change, commit } from '../http/change.ts';
import { read } from '../http/read.ts';
import { type Call, notFound, route } from '../http/route.ts';
import { logSecurityEvent } from '../http/security-log.ts';
import type { Viewer } from '../http/viewer.ts';
import { countAuthorPosts } from './author-threads.ts';
import { createPost, deletePost, updatePost } from './change-post.ts';
import { createThread, deleteThread, updateThread } from './change-thread.ts';
import { createPostLimit } from './posting-limits.ts';
import {
  countPosts,
  countThreads,
  findPosts,
  findThread,
  findThreads,
  isInCategory,
} from './queries.ts';
import { removeAuthorPosts } from './remove-author-posts.ts';
import { findView, type View } from './view.ts';

export function forumRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  const findThreadView = ({ viewer, params: { id } }: { viewer: Viewer; params: { id: string } }) =>
    findView(db, viewer, eq(forumThreads.id, id));
  const findListView = ({ viewer, query }: Call<typeof contract.listThreads>) =>
    findView(db, viewer, isInCategory(query.category));

  read(app, contract.listThreads, findListView, async ({ query, header, variant: view }) => {
    header(TOTAL_COUNT_HEADER, await countThreads(db, query.category, view));
    return findThreads(db, query, view);
  });

  read(app, contract.getThread, findThreadView, ({ params, variant: view }) =>
    requireThread(db, params.id, view),
  );

  route(app, getThreadDeletion, async ({ params: { id } }) => ({
    replies: (await requireThread(db, id, 'everyone')).replyCount,
  }));

  read(app, postContract.listPosts, findThreadView, async (call) => {
    const { params, query, header, variant: view } = call;
    await requireThread(db, params.id, view);
    header(TOTAL_COUNT_HEADER, await countPosts(db, params.id, view));
    return findPosts(db, params.id, query, view);
  });

  forumChangeRoutes(app, context);
}

function forumChangeRoutes(app: FastifyInstance, { db, clock, createLimit }: Context): void {
  const posts = createPostLimit(createLimit, 'forum-posts');

  route(app, contract.createThread, async (call) => {
    const { body, viewer } = call;
    await posts.consume(viewer.userId);
    return commit(call, async (scope) => {
      const id = await createThread(scope, body, viewer, new Date(clock()));
      return requireThread(scope.tx, id, 'everyone');
    });
  });

  change(app, contract.updateThread, async ({ params: { id }, body, viewer, ...scope }) => {
    await updateThread(scope, id, body, viewer);
    return requireThread(scope.tx, id, 'moderator');
  });

  change(app, contract.deleteThread, async ({ params: { id }, viewer, ...scope }) => {
    await deleteThread(scope, id, viewer);
    return undefined;
  });

  route(app, postContract.createPost, async (call) => {
    const { params, body, viewer } = call;
    await posts.consume(viewer.userId);
    const draft = { threadId: params.id, content: body.content, viewer, now: clock() };
    return commit(call, (scope) => createPost(scope, draft));
  });

  route(app, postContract.updatePost, async (call) => {
    const { params, body, viewer } = call;
    await posts.consume(viewer.userId);
    const edit = { id: params.id, content: body.content, viewer, now: clock() };
    return commit(call, (scope) => updatePost(scope, edit));
  });

  route(app, postContract.countAuthorPosts, async ({ params: { id } }) => {
    if ((await db.$count(users, eq(users.id, id))) === 0) throw notFound('User');
    return countAuthorPosts(db, id);
  });

  route(app, postContract.removeAuthorPosts, async (call) => {
    const { id } = call.params;
    await commit(call, (scope) => removeAuthorPosts(scope, id, clock()));
    logSecurityEvent(call.request, 'posting-ended', { subjectId: id });
    return undefined;
  });

  change(app, postContract.deletePost, async ({ params: { id }, viewer, ...scope }) => {
    await deletePost(scope, id, viewer);
    return undefined;
  });
}

async function requireThread(db: DbOrTx, id: string, view: View): Promise<contract.Thread> {
  const thread = await findThread(db, id, view);
  if (!thread) throw notFound('Thread');
  return thread;
}
