import { expect, test } from 'vitest';
import { myCardImageUrl } from './shares.ts';

test.each([
  [true, '/api/predictions/7/card.png?songs=true'],
  [false, '/api/predictions/7/card.png'],
])('the owner’s image with songs: %s has the URL %s', (songs, url) => {
  expect(myCardImageUrl('7', songs)).toBe(url);
});
