import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/songs.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { ApiError } from '../http/api-error.ts';
import { violatedConstraint } from '../http/database-errors.ts';
import { notFound, route } from '../http/route.ts';
import type { Change, ShowEvent, StaleTag } from '../realtime/bus.ts';
import { createNextStart } from '../shows/next-start.ts';
import type { ShowScoring } from '../shows/scoring.ts';
import { deleteSong, type ShowWithoutSong } from './delete-song.ts';
import { findSongHistory } from './history.ts';
import { findSongs } from './queries.ts';
import { createSong, updateSong } from './save-song.ts';

/** The song database: the list for everyone, its changes for administrators. */
export function songRoutes(app: FastifyInstance, context: Context, scoring: ShowScoring): void {
  const { db, bus, ready, clock } = context;
  const nextStart = createNextStart(context);

  async function save<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
    const saved = await db.transaction(change).catch(refuseDoubleTitle);
    await bus.publish({ stale: ['songs', 'statistics'] });
    return saved;
  }

  route(app, contract.listSongs, async (call) => {
    const next = await nextStart();
    return ready.send(call, contract.listSongs, {
      key: `songs ${next?.getTime()}`,
      tags: ['songs', 'shows'],
      load: async () => ({ rows: await findSongs(db, next) }),
    });
  });

  route(app, contract.getSongHistory, async (call) => {
    const next = await nextStart();
    const { id } = call.params;
    return ready.send(call, contract.getSongHistory, {
      key: `songs/${id}/history ${next?.getTime()}`,
      tags: ['songs', 'shows'],
      load: async () => {
        const history = await findSongHistory(db, next, id);
        if (!history) throw notFound('Song');
        return { rows: history };
      },
    });
  });

  route(app, contract.createSong, async ({ body, viewer }) => {
    const id = await save((tx) => createSong(tx, body, { actorId: viewer.userId, now: clock() }));
    return oneSong(await findSongs(db, await nextStart(), id));
  });

  route(app, contract.updateSong, async ({ params: { id }, body, viewer }) => {
    const next = await nextStart();
    await save((tx) => updateSong(tx, next, id, body, { actorId: viewer.userId, now: clock() }));
    return oneSong(await findSongs(db, next, id));
  });

  route(app, contract.deleteSong, async ({ params: { id }, viewer }) => {
    const affected = await db.transaction((tx) => deleteSong(tx, scoring, id, viewer.userId));
    await bus.publish(whatDeletionChanged(affected));
    return undefined;
  });
}

function whatDeletionChanged(affected: readonly ShowWithoutSong[]): Change {
  const stale: StaleTag[] = ['songs', 'statistics'];
  const events: ShowEvent[] = [];
  if (affected.some((show) => show.wasRescored)) stale.push('leaderboard');
  for (const { showId, version, isLive, hasSetlistChanged, wasRescored } of affected) {
    stale.push(`standings:${showId}`);
    if (hasSetlistChanged) {
      stale.push(`setlist:${showId}`);
      events.push({ event: 'setlist:update', showId, version });
    }
    if (isLive || wasRescored) events.push({ event: 'scores:update', showId, version });
  }
  return { stale, events };
}

function refuseDoubleTitle(error: unknown): never {
  if (violatedConstraint(error) === 'songs_title')
    throw new ApiError(409, 'A song with this title already exists');
  throw error;
}

function oneSong<T>([song]: T[]): T {
  if (!song) throw notFound('Song');
  return song;
}
