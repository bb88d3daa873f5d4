import type { FastifyInstance } from 'fastify';
import { getBand } from '#contract/band.ts';
import type { Change, Topic } from '#contract/freshness.ts';
import * as contract from '#contract/setup.ts';
import { createLinks } from '../accounts/links.ts';
import { RECORDED } from '../audit/record-change.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { route } from '../http/route.ts';
import { importUsers } from './import-users.ts';
import { initializeDatabase } from './initialize.ts';

/** What is public of the band, and the administrator's Setup tab. */
export function setupRoutes(app: FastifyInstance, context: Context): void {
  const { db, bus, clock, ready, bandPack, mailer } = context;
  const links = createLinks(context);

  route(app, getBand, ({ request, reply }) =>
    ready.send({ request, reply }, getBand, {
      key: 'band',
      load: async () => ({ rows: bandPack.band }),
    }),
  );

  route(app, contract.getSetupFacts, async () => ({
    songs: bandPack.songs.length,
    shows: bandPack.shows.length,
    users: bandPack.users.length,
    temporaryPassword: bandPack.temporaryPassword,
    sendsMail: mailer.sendsMail,
  }));

  route(app, contract.initializeDatabase, async ({ viewer, reply }) => {
    const now = clock();
    const results = await initializeDatabase(db, bandPack, { now, actorId: viewer.userId });
    // Of the setlists nobody holds any yet: they come with their shows.
    const imported: Topic[] = [
      ...(results.songs.imported > 0 ? (['song'] as const) : []),
      ...(results.shows.imported > 0 ? (['show'] as const) : []),
    ];
    await announce({ bus, reply }, [...ofAny(imported, now), RECORDED]);
    return { results };
  });

  route(app, contract.importUsers, async ({ body, viewer, reply }) => {
    const now = clock();
    // A password that many know is none: where each can be mailed a link, nobody is given one.
    const temporaryPassword = mailer.sendsMail ? undefined : body.temporaryPassword;
    if (!mailer.sendsMail && temporaryPassword === undefined)
      throw new ApiError(400, 'Temporary password is required');
    const how = { temporaryPassword, now, actorId: viewer.userId };
    const { results, imported } = await importUsers(db, bandPack, how);
    if (mailer.sendsMail) links.mail('welcome', ...imported);
    const changes = ofAny(results.imported > 0 ? ['account'] : [], now);
    await announce({ bus, reply }, [...changes, RECORDED]);
    return { results };
  });
}

/** So many at once that they are not named one by one. */
function ofAny(topics: readonly Topic[], now: number): Change[] {
  return topics.map((topic) => ({ topic, subjectId: null, version: now }));
}
