import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { id } from '#contract/endpoint.ts';
import * as contract from '#contract/setlists.ts';
import { announce } from '../changes/bus.ts';
import type { Context, ShowScoring } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { shows } from '../db/schema/shows.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound, route } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';
import { addSetlistSong } from './add-setlist-song.ts';
import { announceOpenedSetlists } from './announce-opened.ts';
import type { ChangedRow, ChangedSetlist, ChangeOf } from './change-setlist.ts';
import { removeSetlistSong, updateSetlistSong } from './change-setlist-song.ts';
import { findUsualLength, findVisibleSetlist } from './queries.ts';
import { findLastChange, undoSetlistChange } from './undo.ts';

export function setlistRoutes(app: FastifyInstance, context: Context, scoring: ShowScoring): void {
  const { db, bus, clock, ready } = context;
  const seals = createSetlistSeals(context);
  let announcing: ReturnType<typeof announceOpenedSetlists> | undefined;
  app.addHook('onListen', async () => {
    announcing = announceOpenedSetlists(context, app.log);
  });
  app.addHook('onClose', () => announcing?.close());

  route(app, contract.getSetlist, async (call) => {
    const { id } = call.params;
    const { isAdmin } = call.viewer;
    return ready.send(call, contract.getSetlist, {
      key: `setlist/${id}/${await seals.audienceOf(id, call.viewer)}`,
      load: async () => ({ rows: await findVisibleSetlist(db, id, { isAdmin, now: clock() }) }),
    });
  });

  route(app, contract.addSetlistSong, async (call) => {
    const { body, reply } = call;
    const by = callerOf(call);
    return entryOf(await change(reply, (tx) => addSetlistSong(tx, scoring, by, body)));
  });

  route(app, contract.updateSetlistSong, async (call) => {
    const { params, body, reply } = call;
    const by = { ...callerOf(call), rowId: params.setlistSongId };
    return entryOf(await change(reply, (tx) => updateSetlistSong(tx, scoring, by, body)));
  });

  route(app, contract.removeSetlistSong, async (call) => {
    const { params, query } = call;
    const by = { ...callerOf(call), rowId: params.setlistSongId, from: query.version };
    await change(call.reply, (tx) => removeSetlistSong(tx, scoring, by));
    return undefined;
  });

  route(app, contract.getLastSetlistChange, async ({ params: { id: showId } }) => {
    await requireShow(showId);
    return findLastChange(db, showId);
  });

  route(app, contract.undoSetlistChange, async (call) => {
    const { body, reply } = call;
    const by = callerOf(call);
    const undo = (tx: Tx) => undoSetlistChange(tx, scoring, by, body?.changeId);
    return (await change(reply, undo)).setlist;
  });

  route(app, contract.getUsualLength, async ({ params: { id: showId } }) => {
    await requireShow(showId);
    return findUsualLength(db, showId);
  });

  async function change<Done extends ChangedSetlist>(
    reply: FastifyReply,
    make: (tx: Tx) => Promise<Done>,
  ): Promise<Done> {
    const done = await db.transaction(make);
    const changeId = done.changeId ?? done.earlier?.changeId;
    if (changeId) reply.header(contract.CHANGE_ID_HEADER, changeId);
    await announce({ bus, reply }, done.changes);
    return done;
  }

  function callerOf({ params, viewer, request }: AdminCall): ChangeOf {
    const name = request.headers[contract.REQUEST_ID_HEADER.toLowerCase()];
    const requestId = requestIdHeader.safeParse(name);
    if (!requestId.success) throw new ApiError(400, `${contract.REQUEST_ID_HEADER} must be a UUID`);
    return { showId: params.id, actorId: viewer.userId, requestId: requestId.data, clock };
  }

  async function requireShow(showId: string): Promise<void> {
    const [show] = await db.select({ id: shows.id }).from(shows).where(eq(shows.id, showId));
    if (!show) throw notFound('Show');
  }
}

interface AdminCall {
  params: { id: string };
  viewer: Viewer;
  request: FastifyRequest;
}

const requestIdHeader = id().optional();

/**
 * For a repeated request: the row with the version that the caller knows, because its next change
 * starts from that.
 */
function entryOf({ setlist, rowId, earlier }: ChangedRow): contract.SetlistEntry {
  const entry = setlist.find(({ id }) => id === rowId);
  if (!entry) throw notFound('Setlist song');
  return { ...entry, version: earlier?.rowVersion ?? entry.version };
}
