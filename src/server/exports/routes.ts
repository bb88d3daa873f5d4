import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { showParams } from '#contract/endpoint.ts';
import * as contract from '#contract/exports.ts';
import { acceptsPredictions } from '#contract/show-lock.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { ApiError } from '../http/api-error.ts';
import { commit } from '../http/change.ts';
import { notFound } from '../http/route.ts';
import { logSecurityEvent } from '../http/security-log.ts';
import { createCsvStream } from './csv.ts';
import { readPicks, readResults, readUsers } from './rows.ts';

export function exportRoutes(app: FastifyInstance, { db, clock }: Context): void {
  // The file has every email address, so a session on an unattended computer is not enough.
  const usersRoute = { path: contract.USERS_CSV_PATH, needsFreshSignIn: true };
  download(usersRoute, async ({ request, reply }) => {
    const table = createCsvStream(readUsers(db), [
      { key: 'username', header: 'Username' },
      { key: 'email', header: 'Email' },
      { key: 'isVerified', header: 'Email verified' },
      { key: 'isAdmin', header: 'Administrator' },
      { key: 'points', header: 'Points' },
      { key: 'games', header: 'Games' },
      { key: 'average', header: 'Average score' },
      { key: 'favoriteSong', header: 'Favorite song' },
      { key: 'homeVenue', header: 'Home venue' },
      { key: 'joined', header: 'Joined' },
    ]);
    return sendTable(request, reply, { name: 'users', table });
  });

  download({ path: contract.predictionsCsvPath(':id') }, async ({ request, reply }) => {
    const show = await findShow(request);
    if (acceptsPredictions(show, clock())) throw new ApiError(409, contract.EXPORT_AFTER_LOCK);
    const table = createCsvStream(readPicks(db, show.id), [
      { key: 'username', header: 'Username' },
      { key: 'submittedAt', header: 'Submitted' },
      { key: 'position', header: 'Position' },
      { key: 'song', header: 'Song' },
    ]);
    return sendTable(request, reply, { name: 'predictions', table, showId: show.id });
  });

  download({ path: contract.resultsCsvPath(':id') }, async ({ request, reply }) => {
    const show = await findShow(request);
    if (!show.scoredAt) throw new ApiError(409, contract.EXPORT_AFTER_SCORES);
    const table = createCsvStream(readResults(db, show.id), [
      { key: 'rank', header: 'Rank' },
      { key: 'username', header: 'Username' },
      { key: 'points', header: 'Points' },
      { key: 'submittedAt', header: 'Submitted' },
    ]);
    return sendTable(request, reply, { name: 'results', table, showId: show.id });
  });

  function download(
    { path, needsFreshSignIn = false }: { path: string; needsFreshSignIn?: boolean },
    handle: (call: { request: FastifyRequest; reply: FastifyReply }) => Promise<FastifyReply>,
  ): void {
    const hiddenBecause = 'A download for the browser: the response is CSV, not JSON.';
    const config = { who: 'admin', needsFreshSignIn, hiddenBecause } as const;
    app.get(path.slice(app.prefix.length), { config }, (request, reply) =>
      handle({ request, reply }),
    );
  }

  async function findShow({ params }: FastifyRequest) {
    const { success, data } = showParams.safeParse(params);
    const [show] = success ? await db.select().from(shows).where(eq(shows.id, data.id)) : [];
    if (!show) throw notFound('Show');
    return show;
  }

  async function sendTable(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, table, showId }: { name: string; table: Readable; showId?: string },
  ): Promise<FastifyReply> {
    await commit({ request, reply }, ({ record }) =>
      record({
        action: 'data.export',
        ...(showId && { subjectId: showId, showId }),
        after: { what: name },
      }),
    );
    logSecurityEvent(request, 'data-exported');
    const day = new Date(clock()).toISOString().slice(0, 10);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="called-it-${name}-${day}.csv"`)
      .send(table);
  }
}
