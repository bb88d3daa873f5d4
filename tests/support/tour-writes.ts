import type { Caller } from './test-app.ts';
import type { Step } from './write-step.ts';

export function listTourWrites({ admin, showId }: { admin: Caller; showId: string }): Step[] {
  const names = { name: 'Spring', newName: 'Spring tour' };
  return [
    [
      'updateShow',
      'naming the tour of a past show',
      () => ({ caller: admin, params: { id: showId }, body: { tourName: names.name } }),
    ],
    [
      'renameTour',
      'renaming the tour',
      () => ({ caller: admin, body: { ...names, showCount: 1, mergedShowCount: 0 } }),
    ],
  ];
}
