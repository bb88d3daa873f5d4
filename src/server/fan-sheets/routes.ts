import type { FastifyInstance } from 'fastify';
import { getFanSheet, NO_SHEET } from '#contract/fan-sheets.ts';
import { identityKey } from '#contract/text.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { read } from '../http/read.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';
import { findSheet } from './find-sheet.ts';

export function fanSheetRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const seals = createSetlistSeals(context);

  read(
    app,
    getFanSheet,
    async ({ params: { username, id }, viewer }) => ({
      ownerId: identityKey(viewer.username) === username ? viewer.userId : undefined,
      stage: await seals.findPicksStage(id),
    }),
    async ({ params: { username: usernameKey, id: showId }, variant: { ownerId, stage } }) => {
      // Before any query, so that neither the response nor its time depends on the prediction.
      if (!ownerId && stage === 'hidden') throw new ApiError(404, NO_SHEET);
      return findSheet(context, boards, { usernameKey, showId, ownerId });
    },
  );
}
