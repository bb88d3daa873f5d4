import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { getThreadDeletion } from '#contract/deletion-impact.ts';
import * as contract from '#contract/forums.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { RECORDED } from '../audit/record-change.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { forumThreads } from '../db/schema/forums.ts';
import { notFound, route } from '../http/route.ts';
import { securityLog } from '../http/security-log.ts';
import { countPostsOf } from './author-threads.ts';
import { createPost, deletePost, updatePost } from './change-post.ts';
import { createThread, deleteThread, type ThreadChange, updateThread } from './change-thread.ts';
import { findPosts, findThread, findThreads } from './queries.ts';
import { removePostsOf } from './remove-author-posts.ts';

/** Limit per fan, threads included. People never reach it; it stops a program that runs wild. */
const POSTS_A_MINUTE = 1_000;

export function forumRoutes(app: FastifyInstance, context: Context): void {
  const { db, ready } = context;

  route(app, contract.listThreads, (call) =>
    ready.send(call, contract.listThreads, {
      key: `forums/threads ${call.query.limit} ${call.query.offset}`,
      load: async () => {
        const rows = await findThreads(db, call.query);
        return { rows, headers: countHeader(await db.$count(forumThreads)) };
      },
    }),
  );

  route(app, contract.getThread, (call) =>
    ready.send(call, contract.getThread, {
      key: `forums/threads/${call.params.id}`,
      load: async () => {
        const rows = await findThread(db, call.params.id);
        if (!rows) throw notFound('Thread');
        return { rows };
      },
    }),
  );

  route(app, getThreadDeletion, async ({ params: { id } }) => {
    const thread = await findThread(db, id);
    if (!thread) throw notFound('Thread');
    return { replies: thread.replyCount };
  });

  route(app, contract.listPosts, (call) => {
    const { id } = call.params;
    const { limit, offset } = call.query;
    return ready.send(call, contract.listPosts, {
      key: `forums/threads/${id}/posts ${limit} ${offset}`,
      load: async () => {
        const thread = await findThread(db, id);
        if (!thread) throw notFound('Thread');
        const rows = await findPosts(db, id, { limit, offset });
        return { rows, headers: countHeader(thread.replyCount + 1) };
      },
    });
  });

  forumChangeRoutes(app, context);
}

function forumChangeRoutes(app: FastifyInstance, { db, bus, clock, createLimit }: Context): void {
  const written = createLimit({
    name: 'forum-posts',
    most: POSTS_A_MINUTE,
    windowMs: 60_000,
    sentence: 'That is more than the forums take from one fan.',
  });

  async function countPost({ userId }: { userId: string }): Promise<void> {
    await written.check(userId);
    await written.count(userId);
  }

  async function change<C extends ThreadChange>(
    reply: FastifyReply,
    make: (tx: Tx) => Promise<C>,
  ): Promise<C> {
    const made = await db.transaction(make);
    const { threadId: subjectId, version, isRecorded } = made;
    if (version !== undefined)
      await announce({ bus, reply }, [
        { topic: 'thread', subjectId, version },
        ...(isRecorded ? [RECORDED] : []),
      ]);
    return made;
  }

  async function answerWith(
    reply: FastifyReply,
    make: (tx: Tx) => Promise<ThreadChange>,
  ): Promise<contract.Thread> {
    const { thread } = await change(reply, async (tx) => {
      const made = await make(tx);
      const thread = await findThread(tx, made.threadId);
      if (!thread) throw notFound('Thread');
      return { ...made, thread };
    });
    return thread;
  }

  route(app, contract.createThread, async ({ body, viewer, reply }) => {
    await countPost(viewer);
    return answerWith(reply, (tx) => createThread(tx, body, viewer.userId, new Date(clock())));
  });

  route(app, contract.updateThread, ({ params: { id }, body, viewer, reply }) =>
    answerWith(reply, (tx) => updateThread(tx, id, body, viewer.userId)),
  );

  route(app, contract.deleteThread, async ({ params: { id }, viewer, reply }) => {
    await change(reply, (tx) => deleteThread(tx, id, viewer));
    return undefined;
  });

  route(app, contract.createPost, async ({ params, body: { content }, viewer, reply }) => {
    await countPost(viewer);
    const draft = { threadId: params.id, content, by: viewer, now: clock() };
    const { post } = await change(reply, (tx) => createPost(tx, draft));
    return post;
  });

  route(app, contract.updatePost, async ({ params: { id }, body: { content }, viewer, reply }) => {
    const { post } = await change(reply, (tx) =>
      updatePost(tx, { id, content, by: viewer, now: clock() }),
    );
    return post;
  });

  route(app, contract.countAuthorPosts, async ({ params: { id } }) => {
    if ((await db.$count(users, eq(users.id, id))) === 0) throw notFound('User');
    return countPostsOf(db, id);
  });

  route(app, contract.removeAuthorPosts, async ({ params: { id }, viewer, request, reply }) => {
    const by = { actorId: viewer.userId, now: clock() };
    const changes = await db.transaction((tx) => removePostsOf(tx, id, by));
    securityLog(request, 'posting-ended', { subjectId: id });
    await announce({ bus, reply }, changes);
    return undefined;
  });

  route(app, contract.deletePost, async ({ params: { id }, viewer, reply }) => {
    await change(reply, (tx) => deletePost(tx, id, viewer));
    return undefined;
  });
}

function countHeader(count: number) {
  return { [TOTAL_COUNT_HEADER]: String(count) };
}
