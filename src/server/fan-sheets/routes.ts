import type { FastifyInstance } from 'fastify';
import { getFanPicks, getFanSheet, NO_SHEET } from '#contract/fan-sheets.ts';
import { identityKey } from '#contract/text.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { read } from '../http/read.ts';
import type { Call } from '../http/route.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';
import { findPicks, findSheet } from './find-sheet.ts';

export function fanSheetRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const seals = createSetlistSeals(context);

  read(app, getFanSheet, findVariant, async ({ params, variant }) =>
    findSheet(context, boards, buildKey(params, variant)),
  );

  read(app, getFanPicks, findVariant, async ({ params, variant }) =>
    findPicks(context, buildKey(params, variant)),
  );

  async function findVariant({ params: { username, id }, viewer }: SheetCall) {
    return {
      ownerId: identityKey(viewer.username) === username ? viewer.userId : undefined,
      stage: await seals.findPicksStage(id),
    };
  }
}

type SheetCall = Pick<Call<typeof getFanSheet>, 'params' | 'viewer'>;

/** Throws before any query, so that neither the response nor its timing reveals a prediction. */
function buildKey(
  { username, id }: SheetCall['params'],
  { ownerId, stage }: { ownerId: string | undefined; stage: 'hidden' | 'revealed' },
) {
  if (!ownerId && stage === 'hidden') throw new ApiError(404, NO_SHEET);
  return { usernameKey: username, showId: id, ownerId };
}
