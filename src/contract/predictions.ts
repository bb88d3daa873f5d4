import { z } from 'zod';
import { endpoint, id, idParams } from './endpoint.ts';
import { acceptsPredictions, type LockableShow } from './show-lock.ts';
import { show } from './shows.ts';

export const MAX_PICKS = 24;

const songIds = z
  .array(id('Unknown song'))
  .min(1, 'At least one song must be selected')
  .max(MAX_PICKS, `You can only select up to ${MAX_PICKS} songs for your prediction.`)
  .refine((ids) => new Set(ids).size === ids.length, 'A song cannot be chosen twice');

/** 'surprise' marks an unedited 'Surprise me' list, which the crowd's counts exclude. */
const origin = z.enum(['surprise'], 'Origin must be surprise').optional();

export const createPredictionBody = z.object({
  showId: id('Unknown show'),
  songIds,
  origin,
});
export const updatePredictionBody = z.object({ songIds, origin });

/** Positions don't shift when a song is deleted. */
export const predictionSong = z
  .object({
    id: z.uuid(),
    title: z.string(),
    album: z.string().nullable(),
    position: z.int(),
  })
  .meta({ id: 'Pick' });
export type PredictionSong = z.output<typeof predictionSong>;

/** `points` is null until the show is scored. */
export const prediction = z
  .object({
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
      arePredictionsFrozen: true,
    }),
    points: z.int().nullable(),
    submittedAt: z.iso.datetime(),
    songs: z.array(predictionSong),
  })
  .meta({ id: 'Prediction' });
export type Prediction = z.output<typeof prediction>;

/** `now` is Unix time in ms. */
export function canEditPrediction(
  { points, show }: { points: number | null; show: LockableShow },
  now: number,
): boolean {
  return points === null && acceptsPredictions(show, now);
}

export const listMyPredictions = endpoint('listMyPredictions', {
  method: 'GET',
  path: '/api/predictions/my-predictions',
  tag: 'predictions',
  who: 'user',
  summary: 'List your predictions: live shows, then upcoming soonest first, then past newest first',
  status: 200,
  returns: z.array(prediction),
  dependsOn: ['prediction:{me}', 'show', 'song', 'totals'],
});

export const getPrediction = endpoint('getPrediction', {
  method: 'GET',
  path: '/api/predictions/{id}',
  tag: 'predictions',
  who: 'user',
  summary: 'Get one of your predictions',
  params: idParams,
  status: 200,
  returns: prediction,
  dependsOn: ['prediction:{me}', 'show', 'song', 'totals'],
});

export const createPrediction = endpoint('createPrediction', {
  method: 'POST',
  path: '/api/predictions',
  tag: 'predictions',
  who: 'user',
  tokenScope: 'predict',
  inDemo: 'works',
  summary:
    'Predict a show; the same list again returns 200, even after the lock, a different one 409',
  body: createPredictionBody,
  status: 201,
  returns: prediction,
});

export const updatePrediction = endpoint('updatePrediction', {
  method: 'PATCH',
  path: '/api/predictions/{id}',
  tag: 'predictions',
  who: 'user',
  tokenScope: 'predict',
  inDemo: 'works',
  summary: 'Replace the picks of your prediction',
  params: idParams,
  body: updatePredictionBody,
  status: 200,
  returns: prediction,
});
