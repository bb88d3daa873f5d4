import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { id } from '#contract/endpoint.ts';
import * as undoContract from '#contract/setlist-undo.ts';
import * as contract from '#contract/setlists.ts';
import { getSetlistCredits } from '#contract/setlists.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { Context, ShowScoring } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { ApiError } from '../http/api-error.ts';
import { commit } from '../http/change.ts';
import { read } from '../http/read.ts';
import { notFound, route } from '../http/route.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';
import { addSetlistSong } from './add-setlist-song.ts';
import { announceOpenedSetlists } from './announce-opened.ts';
import type { ChangedRow, ChangedSetlist, SetlistRequest } from './change-setlist.ts';
import { removeSetlistSong, updateSetlistSong } from './change-setlist-song.ts';
import { findCredits } from './credits.ts';
import { findUsualLength, findVisibleSetlist } from './queries.ts';
import { findLastChange, undoSetlistChange } from './undo.ts';

export function setlistRoutes(app: FastifyInstance, context: Context, scoring: ShowScoring): void {
  const { db, clock } = context;
  const seals = createSetlistSeals(context);
  let announcer: ReturnType<typeof announceOpenedSetlists> | undefined;
  app.addHook('onListen', async () => {
    announcer = announceOpenedSetlists(context, app.log);
  });
  app.addHook('onClose', () => announcer?.close());

  read(
    app,
    contract.getSetlist,
    ({ params, viewer }) => seals.findAudience(params.id, viewer),
    ({ params: { id }, variant: audience }) =>
      findVisibleSetlist(db, id, { isEditor: audience === 'editors', now: clock() }),
  );

  route(app, contract.addSetlistSong, async (call) => {
    const request = parseRequest(call);
    return findEntry(
      await commitChange(call, (scope) => addSetlistSong(scope, scoring, request, call.body)),
    );
  });

  route(app, contract.updateSetlistSong, async (call) => {
    const { params, body } = call;
    const request = { ...parseRequest(call), rowId: params.setlistSongId };
    return findEntry(
      await commitChange(call, (scope) => updateSetlistSong(scope, scoring, request, body)),
    );
  });

  route(app, contract.removeSetlistSong, async (call) => {
    const { params, query } = call;
    const request = {
      ...parseRequest(call),
      rowId: params.setlistSongId,
      baseVersion: query.version,
    };
    await commitChange(call, (scope) => removeSetlistSong(scope, scoring, request));
    return undefined;
  });

  read(
    app,
    getSetlistCredits,
    ({ params, viewer }) => seals.findAudience(params.id, viewer),
    ({ params: { id }, variant: audience }) =>
      findCredits(db, id, { isEditor: audience === 'editors', now: clock() }),
  );

  route(app, undoContract.getLastSetlistChange, async ({ params: { id: showId } }) => {
    await requireShow(showId);
    return findLastChange(db, showId);
  });

  route(app, undoContract.undoSetlistChange, async (call) => {
    const request = parseRequest(call);
    const { setlist } = await commitChange(call, (scope) =>
      undoSetlistChange(scope, scoring, request, call.body?.changeId),
    );
    return setlist;
  });

  route(app, contract.getUsualLength, async ({ params: { id: showId } }) => {
    await requireShow(showId);
    return findUsualLength(db, showId);
  });

  async function commitChange<Changed extends ChangedSetlist>(
    call: EditorCall,
    work: (scope: ChangeScope) => Promise<Changed>,
  ): Promise<Changed> {
    const changedSetlist = await commit(call, work);
    const changeId = changedSetlist.changeId ?? changedSetlist.originalChange?.changeId;
    if (changeId) call.reply.header(undoContract.CHANGE_ID_HEADER, changeId);
    return changedSetlist;
  }

  function parseRequest({ params, request }: EditorCall): SetlistRequest {
    const headerValue = request.headers[contract.REQUEST_ID_HEADER.toLowerCase()];
    const requestId = requestIdHeader.safeParse(headerValue);
    if (!requestId.success)
      throw new ApiError(
        400,
        `${contract.REQUEST_ID_HEADER} must look like 5a1c3d1e-0000-4000-8000-000000000000`,
      );
    const { viewer } = request;
    const scribeId = viewer?.isAdmin ? undefined : viewer?.userId;
    return { showId: params.id, requestId: requestId.data, clock, scribeId };
  }

  async function requireShow(showId: string): Promise<void> {
    const [show] = await db.select({ id: shows.id }).from(shows).where(eq(shows.id, showId));
    if (!show) throw notFound('Show');
  }
}

interface EditorCall {
  params: { id: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

const requestIdHeader = id().optional();

/** Returns the original version for a repeated request: the next change is based on it. */
function findEntry({ setlist, rowId, originalChange }: ChangedRow): contract.SetlistEntry {
  const entry = setlist.find(({ id }) => id === rowId);
  if (!entry) throw notFound('Setlist song');
  return { ...entry, version: originalChange?.rowVersion ?? entry.version };
}
