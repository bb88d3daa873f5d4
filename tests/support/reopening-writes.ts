import type { Caller } from './test-app.ts';
import type { Step } from './write-step.ts';

/** First freezes the predictions, then voids them. */
export function listReopeningWrites({
  admin,
  fan,
  showId,
  songId,
  findPredictionId,
}: {
  admin: Caller;
  fan: Caller;
  showId: string;
  songId: string;
  findPredictionId: () => string;
}): Step[] {
  const setStatus = (label: string, body: object): Step => [
    'setShowStatus',
    label,
    () => ({ caller: admin, params: { id: showId }, body }),
  ];
  return [
    setStatus('going live too early', { status: 'live' }),
    setStatus('reopening with frozen predictions', { status: 'open', predictions: 'freeze' }),
    setStatus('going live too early again', { status: 'live' }),
    [
      'createShare',
      'creating a link to a prediction that will be void',
      () => ({ caller: fan, params: { id: findPredictionId() } }),
    ],
    setStatus('reopening with void predictions', { status: 'open', predictions: 'void' }),
    [
      'createPrediction',
      'predicting again after the void',
      () => ({ caller: fan, body: { showId, songIds: [songId] } }),
    ],
  ];
}
