import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getSongDeletion } from '#contract/deletion-impact.ts';
import * as contract from '#contract/songs.ts';
import type { Context, ShowScoring } from '../context.ts';
import { predictionSongs } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { songs } from '../db/schema/songs.ts';
import { change, commit } from '../http/change.ts';
import { read } from '../http/read.ts';
import { notFound, route } from '../http/route.ts';
import { createNextStart } from '../shows/next-start.ts';
import { deleteSong } from './delete-song.ts';
import { findSongHistory } from './history.ts';
import { findSongs } from './queries.ts';
import { createSong, updateSong } from './save-song.ts';

export function songRoutes(app: FastifyInstance, context: Context, scoring: ShowScoring): void {
  const { db, clock } = context;
  const nextStart = createNextStart(context);

  read(app, contract.listSongs, nextStart, ({ variant: next }) => findSongs(db, next));

  read(app, contract.getSongHistory, nextStart, async ({ params: { id }, variant: next }) => {
    const history = await findSongHistory(db, next, id);
    if (!history) throw notFound('Song');
    return history;
  });

  route(app, contract.createSong, async (call) => {
    const next = await nextStart();
    return commit(call, async (scope) => {
      const id = await createSong(scope, call.body, clock());
      return requireSong(await findSongs(scope.tx, next, id));
    });
  });

  route(app, contract.updateSong, async (call) => {
    const next = await nextStart();
    const { id } = call.params;
    return commit(call, async (scope) => {
      await updateSong(scope, { id, next, now: clock() }, call.body);
      return requireSong(await findSongs(scope.tx, next, id));
    });
  });

  route(app, getSongDeletion, async ({ params: { id } }) => {
    if ((await db.$count(songs, eq(songs.id, id))) === 0) throw notFound('Song');
    return {
      picks: await db.$count(predictionSongs, eq(predictionSongs.songId, id)),
      setlistSongs: await db.$count(liveSetlistSongs, eq(liveSetlistSongs.songId, id)),
    };
  });

  change(app, contract.deleteSong, async ({ params: { id }, viewer, ...scope }) => {
    await deleteSong(scope, scoring, { id, now: clock(), isFresh: viewer.isFresh });
    return undefined;
  });
}

function requireSong<T>([song]: T[]): T {
  if (!song) throw notFound('Song');
  return song;
}
