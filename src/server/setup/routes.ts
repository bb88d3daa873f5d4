import type { FastifyInstance } from 'fastify';
import { getBand } from '#contract/band.ts';
import * as contract from '#contract/setup.ts';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import { importUsers } from './import-users.ts';
import { initializeDatabase } from './initialize.ts';

/** What is public of the band, and the administrator's Setup tab. */
export function setupRoutes(app: FastifyInstance, context: Context): void {
  const { db, bus, clock, ready, bandPack } = context;

  route(app, getBand, ({ request, reply }) =>
    ready.send({ request, reply }, getBand, {
      key: 'band',
      tags: [],
      load: async () => ({ rows: bandPack.band }),
    }),
  );

  route(app, contract.getSetupFacts, async () => ({
    songs: bandPack.songs.length,
    shows: bandPack.shows.length,
    users: bandPack.users.length,
    temporaryPassword: bandPack.temporaryPassword,
  }));

  route(app, contract.initializeDatabase, async ({ viewer }) => {
    const results = await initializeDatabase(db, bandPack, {
      now: clock(),
      actorId: viewer.userId,
    });
    await bus.publish({ stale: ['songs', 'shows', 'statistics'] });
    return { results };
  });

  route(app, contract.importUsers, async ({ body, viewer }) => {
    const { temporaryPassword } = body;
    const how = { temporaryPassword, now: clock(), actorId: viewer.userId };
    return { results: await importUsers(db, bandPack, how) };
  });
}
