import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { prediction } from './predictions.ts';

export const voidedPrediction = z
  .object({
    showId: z.uuid(),
    show: prediction.shape.show,
    voidedAt: z.iso.datetime(),
  })
  .meta({ id: 'VoidedPrediction' });
export type VoidedPrediction = z.output<typeof voidedPrediction>;

export const listVoidedPredictions = endpoint('listVoidedPredictions', {
  method: 'GET',
  path: '/api/predictions/voided',
  tag: 'predictions',
  who: 'user',
  summary: 'List your discarded predictions of shows that you have not predicted again, by date',
  status: 200,
  returns: z.array(voidedPrediction),
  dependsOn: ['prediction:{me}', 'show'],
});
