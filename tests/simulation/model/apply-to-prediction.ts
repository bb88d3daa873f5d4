import type { Expected, ServerIds } from './apply.ts';
import type { Request } from './requests.ts';
import { acceptsPredictions, type Prediction, type Tour } from './tour.ts';

type RequestOf<Name extends Request['kind']> = Extract<Request, { kind: Name }>;

export function applyToPrediction(
  tour: Tour,
  request: RequestOf<'predict'> | RequestOf<'edit prediction'>,
  ids: ServerIds,
): Expected {
  return request.kind === 'predict' ? predict(tour, request, ids) : editPrediction(tour, request);
}

const CLOSED = { status: 409, message: 'Predictions are closed for this show' };

function checkPicks(songIds: readonly string[]): Expected | undefined {
  const hasValidCount = songIds.length >= 1 && songIds.length <= 24;
  return hasValidCount && new Set(songIds).size === songIds.length ? undefined : { status: 400 };
}

function areKnown(tour: Tour, songIds: readonly string[]): boolean {
  return songIds.every((songId) => tour.songs.some(({ id }) => id === songId));
}

function toPicks(songIds: readonly string[]): Prediction['picks'] {
  return songIds.map((songId, index) => ({ songId, position: index + 1 }));
}

function predict(
  tour: Tour,
  { actor: fan, showId, songIds, isSurprise }: RequestOf<'predict'>,
  ids: ServerIds,
): Expected {
  const rejection = checkPicks(songIds);
  if (rejection) return rejection;
  const show = tour.shows.find(({ id }) => id === showId);
  if (!show) return { status: 404 };
  const existingPrediction = tour.predictions.find(
    (other) => other.fan === fan && other.showId === showId,
  );
  const isSame = existingPrediction?.picks.map(({ songId }) => songId).join() === songIds.join();
  if (isSame) return { status: 200 };
  if (!acceptsPredictions(show, tour.now)) return CLOSED;
  if (existingPrediction) return { status: 409 };
  if (!areKnown(tour, songIds)) return { status: 400 };
  const picks = toPicks(songIds);
  const fields = { points: null, isSurprise, submittedAt: tour.now };
  tour.predictions.push({ id: ids.id, fan, showId, picks, ...fields });
  return { status: 201 };
}

function editPrediction(
  tour: Tour,
  { actor, predictionId, songIds, isSurprise }: RequestOf<'edit prediction'>,
): Expected {
  const rejection = checkPicks(songIds);
  if (rejection) return rejection;
  // Another fan's prediction counts as missing.
  const prediction = tour.predictions.find(({ id, fan }) => id === predictionId && fan === actor);
  const show = tour.shows.find(({ id }) => id === prediction?.showId);
  if (!prediction || !show) return { status: 404 };
  if (!acceptsPredictions(show, tour.now) || prediction.points !== null) return CLOSED;
  if (!areKnown(tour, songIds)) return { status: 400 };
  Object.assign(prediction, { picks: toPicks(songIds), isSurprise, submittedAt: tour.now });
  return { status: 200 };
}
