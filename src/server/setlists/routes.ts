import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/setlists.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { shows, songs } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound, route } from '../http/route.ts';
import type { ShowEvent, StaleTag } from '../realtime/bus.ts';
import type { ShowScoring } from '../shows/scoring.ts';
import { addRow, removeRow, updateRow } from './arrange.ts';
import { changeSetlist, type SetlistChange } from './change-setlist.ts';
import { findSetlist } from './queries.ts';
import { undoLastChange } from './undo.ts';

/** What was really played: the list for everyone, its changes for administrators. */
export function setlistRoutes(app: FastifyInstance, context: Context, scoring: ShowScoring): void {
  const { db, bus, clock, ready } = context;

  route(app, contract.getSetlist, (call) =>
    ready.send(call, contract.getSetlist, {
      key: `setlist/${call.params.id}`,
      tags: [`setlist:${call.params.id}`, 'songs'],
      load: async () => {
        const rows = await findSetlist(db, call.params.id);
        if (rows.length === 0) await requireShow(call.params.id);
        return { rows };
      },
    }),
  );

  route(app, contract.addSetlistSong, async ({ params: { id: showId }, body, viewer }) => {
    const { songId, position, insert, isCloser = false, notes = null, setLabel = null } = body;
    const id = randomUUID();
    const setlist = await change({
      showId,
      actorId: viewer.userId,
      action: 'setlist.add',
      rowId: id,
      async arrange(tx, rows) {
        await requireSong(tx, songId);
        const playedAt = new Date(clock());
        const row = { id, showId, songId, isCloser, notes, setLabel, playedAt };
        return addRow(rows, row, { position, insert });
      },
    });
    return entryOf(setlist, id);
  });

  route(app, contract.updateSetlistSong, async ({ params, body, viewer }) => {
    const { id: showId, setlistSongId: rowId } = params;
    const setlist = await change({
      showId,
      actorId: viewer.userId,
      action: 'setlist.update',
      rowId,
      async arrange(tx, rows) {
        if (body.songId !== undefined) await requireSong(tx, body.songId);
        return updateRow(rows, rowId, body);
      },
    });
    return entryOf(setlist, rowId);
  });

  route(app, contract.removeSetlistSong, async ({ params, viewer }) => {
    const { id: showId, setlistSongId: rowId } = params;
    await change({
      showId,
      actorId: viewer.userId,
      action: 'setlist.remove',
      rowId,
      arrange: (_tx, rows) => removeRow(rows, rowId),
    });
    return undefined;
  });

  route(app, contract.undoSetlistChange, ({ params: { id: showId }, viewer }) =>
    change({
      showId,
      actorId: viewer.userId,
      action: 'setlist.undo',
      arrange: (tx, rows) => undoLastChange(tx, showId, rows, clock()),
    }),
  );

  async function change(what: SetlistChange) {
    const { setlist, changed } = await db.transaction((tx) => changeSetlist(tx, scoring, what));
    if (!changed) return setlist;
    const { showId } = what;
    const { version, isLive, wasRescored } = changed;
    const stale: StaleTag[] = ['songs', 'statistics', `setlist:${showId}`, `standings:${showId}`];
    const events: ShowEvent[] = [{ event: 'setlist:update', showId, version }];
    if (wasRescored) stale.push('leaderboard');
    if (isLive || wasRescored) events.push({ event: 'scores:update', showId, version });
    await bus.publish({ stale, events });
    return setlist;
  }

  async function requireShow(showId: string): Promise<void> {
    const [show] = await db.select({ id: shows.id }).from(shows).where(eq(shows.id, showId));
    if (!show) throw notFound('Show');
  }
}

async function requireSong(tx: Tx, songId: string): Promise<void> {
  const [song] = await tx.select({ id: songs.id }).from(songs).where(eq(songs.id, songId));
  if (!song) throw new ApiError(400, 'Unknown song');
}

function entryOf(setlist: contract.SetlistEntry[], rowId: string): contract.SetlistEntry {
  const entry = setlist.find(({ id }) => id === rowId);
  if (!entry) throw notFound('Setlist song');
  return entry;
}
