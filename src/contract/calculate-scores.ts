import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';

export const SHOW_NOT_SCORABLE = 'Show must be live or closed to calculate scores';

export const calculatedScores = z
  .object({
    showId: z.uuid(),
    predictions: z.int(),
  })
  .meta({ id: 'CalculatedScores' });

export const calculateScores = endpoint('calculateScores', {
  method: 'POST',
  path: '/api/shows/{id}/calculate-scores',
  tag: 'scores',
  who: 'admin',
  summary: 'Score every prediction of a live or closed show',
  params: showParams,
  status: 200,
  returns: calculatedScores,
});
