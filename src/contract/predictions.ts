import { z } from 'zod';
import { endpoint, id, idParams, showParams } from './endpoint.ts';
import { type Locking, show, takesPredictions } from './shows.ts';

export const MAX_PICKS = 24;

const songIds = z
  .array(id('Unknown song'))
  .min(1, 'At least one song must be selected')
  .max(MAX_PICKS, `You can only select up to ${MAX_PICKS} songs for your prediction.`)
  .refine((ids) => new Set(ids).size === ids.length, 'A song cannot be chosen twice');

export const createPredictionBody = z.object({
  showId: id('Unknown show'),
  songIds,
});
export const updatePredictionBody = z.object({ songIds });

/** A pick with its place; places keep their number when a song is deleted. */
export const pick = z.object({
  id: z.uuid(),
  title: z.string(),
  album: z.string().nullable(),
  position: z.int(),
});
export type PredictionSong = z.output<typeof pick>;

/** One's own prediction. `points` is null until the show's scores are calculated. */
export const prediction = z.object({
  id: z.uuid(),
  showId: z.uuid(),
  show: show.pick({
    name: true,
    venue: true,
    city: true,
    state: true,
    country: true,
    date: true,
    timeZone: true,
    tourName: true,
    status: true,
    locksAt: true,
  }),
  points: z.int().nullable(),
  submittedAt: z.iso.datetime(),
  songs: z.array(pick),
});
export type Prediction = z.output<typeof prediction>;

/** Whether its owner may still change it at `now` (milliseconds since 1970). */
export function canEditPrediction(
  of: { points: number | null; show: Locking & { status: string } },
  now: number,
): boolean {
  return of.points === null && takesPredictions(of.show, now);
}

export const listMyPredictions = endpoint({
  method: 'GET',
  path: '/api/predictions/my-predictions',
  who: 'user',
  summary: "One's own predictions: what is live, then the soonest to come, then the newest past",
  status: 200,
  returns: z.array(prediction),
  dependsOn: ['prediction:{me}', 'show', 'song', 'totals'],
});

export const getPrediction = endpoint({
  method: 'GET',
  path: '/api/predictions/{id}',
  who: 'user',
  summary: "One of one's own predictions",
  params: idParams,
  status: 200,
  returns: prediction,
  dependsOn: ['prediction:{me}', 'show', 'song', 'totals'],
});

/** A change of one's points after they were out: 'Song 7 corrected: you −17'. */
export const correction = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** What was done, as it is read. */
  what: z.string(),
  /** By how much the points changed. */
  difference: z.int(),
});
export type Correction = z.output<typeof correction>;

/** 'Song 7 corrected: you −17'. */
export function correctionText({ what, difference }: Pick<Correction, 'what' | 'difference'>) {
  return `${what}: you ${difference > 0 ? '+' : '−'}${Math.abs(difference)}`;
}

export const listCorrections = endpoint({
  method: 'GET',
  path: '/api/shows/{id}/corrections',
  who: 'user',
  summary: "What changed of one's points of a show after they were out, the newest first",
  params: showParams,
  status: 200,
  returns: z.array(correction),
  dependsOn: ['show:{id}', 'totals:{id}'],
});

export const createPrediction = endpoint({
  method: 'POST',
  path: '/api/predictions',
  who: 'user',
  inDemo: 'works',
  summary:
    'Predict a show. The same list again answers 200, also after the lock; a different one 409',
  body: createPredictionBody,
  status: 201,
  returns: prediction,
});

export const updatePrediction = endpoint({
  method: 'PATCH',
  path: '/api/predictions/{id}',
  who: 'user',
  inDemo: 'works',
  summary: 'Replace the picks of a prediction',
  params: idParams,
  body: updatePredictionBody,
  status: 200,
  returns: prediction,
});
