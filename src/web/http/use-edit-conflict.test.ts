import { expect, test } from 'vitest';
import { pickChangedFields } from './use-edit-conflict.ts';

test.each([
  [{ notes: '', isCloser: false }, { notes: null, isCloser: false }, {}],
  [{ notes: null }, { notes: 'slow' }, { notes: null }],
  [
    { notes: '', isCloser: true },
    { notes: 'slow', isCloser: false },
    { notes: '', isCloser: true },
  ],
  [{ title: 'Ember', album: undefined }, { title: 'Ember', album: null, id: '1' }, {}],
])('submits %j over %j as the changes %j', (submitted, original, changes) => {
  expect(pickChangedFields(submitted, original)).toEqual(changes);
});
