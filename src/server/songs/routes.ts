import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { getSongDeletion } from '#contract/deletion-impact.ts';
import * as contract from '#contract/songs.ts';
import { RECORDED } from '../audit/record-change.ts';
import { announce } from '../changes/bus.ts';
import type { Context, ShowScoring } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { predictionSongs } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { songs } from '../db/schema/songs.ts';
import { ApiError } from '../http/api-error.ts';
import { violatedConstraint } from '../http/database-errors.ts';
import { notFound, route } from '../http/route.ts';
import { createNextStart } from '../shows/next-start.ts';
import { deleteSong } from './delete-song.ts';
import { findSongHistory } from './history.ts';
import { findSongs } from './queries.ts';
import { createSong, type SavedSong, updateSong } from './save-song.ts';

export function songRoutes(app: FastifyInstance, context: Context, scoring: ShowScoring): void {
  const { db, bus, ready, clock } = context;
  const nextStart = createNextStart(context);

  async function save(
    reply: FastifyReply,
    topic: 'catalogue' | 'song',
    make: (tx: Tx) => Promise<SavedSong>,
  ): Promise<string> {
    const { id: subjectId, version } = await db.transaction(make).catch(refuseDoubleTitle);
    await announce({ bus, reply }, [{ topic, subjectId, version }, RECORDED]);
    return subjectId;
  }

  route(app, contract.listSongs, async (call) => {
    const next = await nextStart();
    return ready.send(call, contract.listSongs, {
      key: `songs ${next?.getTime()}`,
      load: async () => ({ rows: await findSongs(db, next) }),
    });
  });

  route(app, contract.getSongHistory, async (call) => {
    const next = await nextStart();
    const { id } = call.params;
    return ready.send(call, contract.getSongHistory, {
      key: `songs/${id}/history ${next?.getTime()}`,
      load: async () => {
        const history = await findSongHistory(db, next, id);
        if (!history) throw notFound('Song');
        return { rows: history };
      },
    });
  });

  route(app, contract.createSong, async ({ body, viewer, reply }) => {
    const id = await save(reply, 'catalogue', (tx) =>
      createSong(tx, body, { actorId: viewer.userId, now: clock() }),
    );
    return oneSong(await findSongs(db, await nextStart(), id));
  });

  route(app, contract.updateSong, async ({ params: { id }, body, viewer, reply }) => {
    const next = await nextStart();
    await save(reply, 'song', (tx) =>
      updateSong(tx, next, id, body, { actorId: viewer.userId, now: clock() }),
    );
    return oneSong(await findSongs(db, next, id));
  });

  route(app, getSongDeletion, async ({ params: { id } }) => {
    if ((await db.$count(songs, eq(songs.id, id))) === 0) throw notFound('Song');
    return {
      picks: await db.$count(predictionSongs, eq(predictionSongs.songId, id)),
      setlistSongs: await db.$count(liveSetlistSongs, eq(liveSetlistSongs.songId, id)),
    };
  });

  route(app, contract.deleteSong, async ({ params: { id }, viewer, reply }) => {
    const changes = await db.transaction((tx) =>
      deleteSong(tx, scoring, id, { ...viewer, now: clock() }),
    );
    await announce({ bus, reply }, changes);
    return undefined;
  });
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
