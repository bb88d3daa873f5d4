import type { FastifyInstance } from 'fastify';
import { getBand } from '#contract/band.ts';
import type { Change, Topic } from '#contract/freshness.ts';
import * as contract from '#contract/setup.ts';
import { announce } from '../changes/bus.ts';
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
      load: async () => ({ rows: bandPack.band }),
    }),
  );

  route(app, contract.getSetupFacts, async () => ({
    songs: bandPack.songs.length,
    shows: bandPack.shows.length,
    users: bandPack.users.length,
    temporaryPassword: bandPack.temporaryPassword,
  }));

  route(app, contract.initializeDatabase, async ({ viewer, reply }) => {
    const now = clock();
    const results = await initializeDatabase(db, bandPack, { now, actorId: viewer.userId });
    // Of the setlists nobody holds any yet: they come with their shows.
    const imported: Topic[] = [
      ...(results.songs.imported > 0 ? (['song'] as const) : []),
      ...(results.shows.imported > 0 ? (['show'] as const) : []),
    ];
    await announce({ bus, reply }, ofAny(imported, now));
    return { results };
  });

  route(app, contract.importUsers, async ({ body, viewer, reply }) => {
    const now = clock();
    const how = { temporaryPassword: body.temporaryPassword, now, actorId: viewer.userId };
    const results = await importUsers(db, bandPack, how);
    await announce({ bus, reply }, ofAny(results.imported > 0 ? ['account'] : [], now));
    return { results };
  });
}

/** So many at once that they are not named one by one. */
function ofAny(topics: readonly Topic[], now: number): Change[] {
  return topics.map((topic) => ({ topic, subjectId: null, version: now }));
}
