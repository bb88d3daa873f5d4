import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '#contract/setlists.ts';
import { refuseStale } from '../audit/refuse-stale.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { shows, songs } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound, route } from '../http/route.ts';
import type { ShowEvent, StaleTag } from '../realtime/bus.ts';
import type { ShowScoring } from '../shows/scoring.ts';
import { addRow, removeRow, updateRow } from './arrange.ts';
import { changeSetlist, type SetlistChange } from './change-setlist.ts';
import { findAddition, findTitle, refuseSameSong, rowIsGone } from './on-record.ts';
import { findRows, findSetlist } from './queries.ts';
import { findLastChange, undoChange } from './undo.ts';

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

  route(app, contract.addSetlistSong, async ({ params: { id: showId }, body, viewer, reply }) => {
    const { songId, position, insert, isCloser = false, notes = null, setLabel = null } = body;
    const id = body.id ?? randomUUID();
    const setlist = await change(reply, {
      showId,
      actorId: viewer.userId,
      action: 'setlist.add',
      async arrange(tx, { rows, isLive, version }) {
        const earlier = body.id && (await findAddition(tx, showId, body.id));
        if (earlier) {
          reply.header(contract.CHANGE_ID_HEADER, earlier);
          return { rows: [...rows], rowId: id };
        }
        await requireSong(tx, songId);
        await refuseSameSong(tx, showId, rows, body, viewer.userId, clock());
        const playedAt = isLive ? new Date(clock()) : null;
        const row = { id, showId, songId, isCloser, notes, setLabel, playedAt, version };
        return { rows: addRow(rows, row, { position, insert }), rowId: id };
      },
    });
    return entryOf(setlist, id);
  });

  route(app, contract.updateSetlistSong, async ({ params, body, viewer, reply }) => {
    const { id: showId, setlistSongId: rowId } = params;
    const { version: from, ...fields } = body;
    const setlist = await change(reply, {
      showId,
      actorId: viewer.userId,
      action: 'setlist.update',
      async arrange(tx, { rows, version }) {
        const row = rows.find(({ id }) => id === rowId);
        if (!row) throw await rowIsGone(tx, showId, rowId);
        await refuseStale(tx, {
          id: rowId,
          called: async () => `“${await findTitle(tx, row.songId)}”`,
          from,
          now: row.version,
          versionKey: 'version',
          fields: FIELD_NAMES,
        });
        if (body.songId !== undefined) await requireSong(tx, body.songId);
        return { rows: updateRow(rows, rowId, fields, version), rowId };
      },
    });
    return entryOf(setlist, rowId);
  });

  route(app, contract.removeSetlistSong, async ({ params, viewer, reply }) => {
    const { id: showId, setlistSongId: rowId } = params;
    await change(reply, {
      showId,
      actorId: viewer.userId,
      action: 'setlist.remove',
      async arrange(tx, { rows }) {
        if (!rows.some(({ id }) => id === rowId)) throw await rowIsGone(tx, showId, rowId);
        return { rows: removeRow(rows, rowId), rowId };
      },
    });
    return undefined;
  });

  route(app, contract.getLastSetlistChange, async ({ params: { id: showId } }) => {
    await requireShow(showId);
    return findLastChange(db, showId, await findRows(db, showId));
  });

  route(app, contract.undoSetlistChange, ({ params: { id: showId }, body, viewer, reply }) =>
    change(reply, {
      showId,
      actorId: viewer.userId,
      action: 'setlist.undo',
      arrange: (tx, { rows }) => undoChange(tx, showId, rows, body?.changeId, clock()),
    }),
  );

  async function change(reply: FastifyReply, what: SetlistChange) {
    const { setlist, changed } = await db.transaction((tx) => changeSetlist(tx, scoring, what));
    if (!changed) return setlist;
    const { showId } = what;
    const { id, version, isLive, wasRescored } = changed;
    reply.header(contract.CHANGE_ID_HEADER, id);
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

/** As the sentence about a change calls them. */
const FIELD_NAMES = {
  songId: 'the song',
  position: 'the place',
  isCloser: 'the closer mark',
  notes: 'the notes',
  setLabel: 'the set',
};
