import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getNextSheetOdds } from '#contract/next-sheet.ts';
import * as contract from '#contract/odds.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { read } from '../http/read.ts';
import { notFound } from '../http/route.ts';
import { findVisibleSetlist } from '../setlists/queries.ts';
import { createNextOpenShow } from '../shows/next-open-show.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';
import type { SongChance } from './model/chances.ts';
import { countCalls } from './model/count-calls.ts';
import { rankNextSongs } from './model/next-song.ts';
import { createOdds } from './odds.ts';

export function oddsRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  const odds = createOdds(context);
  const seals = createSetlistSeals(context);
  const nextOpenShow = createNextOpenShow(context);
  app.addHook('onListen', async () => odds.startRetraining());
  app.addHook('onClose', () => odds.close());

  read(app, contract.getShowOdds, async ({ params }) =>
    toResponse((await findOdds(params.id)).chances),
  );

  read(
    app,
    getNextSheetOdds,
    async ({ params: { id } }) => {
      if (id !== (await nextOpenShow())?.id) throw notFound('Show');
      return id;
    },
    async ({ params }) => toResponse((await findOdds(params.id)).chances),
  );

  read(
    app,
    contract.getNextSongs,
    ({ params, viewer }) => seals.findAudience(params.id, viewer),
    async ({ params: { id }, variant: audience }) => {
      const { chances, sequenceModel } = await findOdds(id);
      if (!sequenceModel) return [];
      const isEditor = audience === 'editors';
      const rows = await findVisibleSetlist(db, id, { isEditor, now: clock() });
      const songs = rankNextSongs(sequenceModel, {
        chances,
        soFar: rows.map(({ songId }) => songId),
      });
      return toResponse(songs.slice(0, contract.NEXT_SONGS));
    },
  );

  read(app, contract.getShowCalls, ({ params }) => countCalls(db, params.id));

  async function findOdds(showId: string) {
    const [show] = await db.select({ id: shows.id }).from(shows).where(eq(shows.id, showId));
    if (!show) throw notFound('Show');
    const trainedOdds = (await odds.train()).find(({ chances }) => chances.has(showId));
    const songChances = [...(trainedOdds?.chances.get(showId) ?? [])];
    return {
      chances: songChances
        .map((chance, n) => ({ song: trainedOdds?.songs[n] ?? '', chance }))
        .sort((a, b) => b.chance - a.chance),
      sequenceModel: trainedOdds?.sequenceModel,
    };
  }
}

/** Rounds the chances, so that retraining on the same data gives an identical response. */
function toResponse(songs: readonly SongChance[]) {
  return songs.map(({ song, chance }) => ({ songId: song, chance: Number(chance.toFixed(4)) }));
}
