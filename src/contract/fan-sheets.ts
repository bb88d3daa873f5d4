import { z } from 'zod';
import { endpoint, id } from './endpoint.ts';
import { fanName } from './fans.ts';
import { prediction, predictionSong } from './predictions.ts';

export const NO_SHEET = 'This fan has no prediction for this show.';

/** `score` is null before anything is played. */
const sheetPick = predictionSong.omit({ id: true }).extend({
  score: z
    .object({
      points: z.int(),
      tone: z.enum(['special', 'exact', 'elsewhere', 'missed']),
      badge: z.string(),
    })
    .nullable(),
});
export type SheetPick = z.output<typeof sheetPick>;

export const fanSheet = z
  .object({
    username: z.string(),
    show: prediction.shape.show,
    /** Null if the fan keeps their sheets private. */
    sheet: z
      .object({
        submittedAt: z.iso.datetime(),
        /** Null until the show is scored. */
        points: z.int().nullable(),
        /** Null before the show has points. */
        standing: z.object({ rank: z.int(), total: z.int() }).nullable(),
        picks: z.array(sheetPick),
      })
      .nullable(),
  })
  .meta({ id: 'FanSheet' });
export type FanSheet = z.output<typeof fanSheet>;

export const getFanSheet = endpoint('getFanSheet', {
  method: 'GET',
  path: '/api/fans/{username}/shows/{id}',
  tag: 'fan-sheets',
  who: 'user',
  summary: "Get a fan's prediction with its points; before predictions lock, only your own",
  params: z.object({ username: fanName, id: id(NO_SHEET) }),
  status: 200,
  returns: fanSheet,
  dependsOn: [
    ...(['show:{id}', 'setlist:{id}', 'song', 'entrants:{id}', 'standings:{id}'] as const),
    ...(['totals:{id}', 'privacy:{id}'] as const),
  ],
});

export const getFanPicks = endpoint('getFanPicks', {
  method: 'GET',
  path: '/api/fans/{username}/shows/{id}/picks',
  tag: 'fan-sheets',
  who: 'user',
  summary: "Get a fan's picks without points; before predictions lock, only your own",
  params: getFanSheet.params,
  status: 200,
  returns: z.object({
    username: z.string(),
    /** Null if the fan keeps their sheets private. */
    picks: z.array(predictionSong).nullable(),
  }),
  // Doesn't depend on the setlist, so that pages that show a rival don't refetch after each song.
  dependsOn: ['show:{id}', 'song', 'entrants:{id}', 'privacy:{id}'],
});
