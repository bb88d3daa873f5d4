import type { Caller } from './test-app.ts';
import type { Step } from './write-step.ts';

/** Reopens a show that a fan predicted and shared, with frozen and then with void predictions. */
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
    setStatus('live too early', { status: 'live' }),
    setStatus('open with frozen predictions', { status: 'open', predictions: 'freeze' }),
    setStatus('live too early, again', { status: 'live' }),
    [
      'createShare',
      'a link to a prediction that will be void',
      () => ({ caller: fan, params: { id: findPredictionId() } }),
    ],
    setStatus('open with void predictions', { status: 'open', predictions: 'void' }),
    [
      'createPrediction',
      'a prediction after the void',
      () => ({ caller: fan, body: { showId, songIds: [songId] } }),
    ],
  ];
}
