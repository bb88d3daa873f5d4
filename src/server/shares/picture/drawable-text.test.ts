import { expect, it } from 'vitest';
import { toDrawableText } from './drawable-text.ts';

it.each([
  ['Saint Anselm’s Fire', 'Saint Anselm’s Fire'],
  ['Žluťoučký kůň', 'Žluťoučký kůň'],
  ['Zoe\u0301', 'Zoé'],
  ['Fire 🔥 on the hill', 'Fire on the hill'],
  ['👩‍👩‍👧', '…'],
  ['שלום עולם', '…'],
  ['Meet me in Київ tonight', 'Meet me in … tonight'],
  ['مرحبا Richmond', '… Richmond'],
  ['two\nlines\tof it', 'two lines of it'],
  ['\u200f\u202e\u0007', '…'],
  ['<b>bold</b> & "q"', '<b>bold</b> & "q"'],
  ['', '…'],
])('draws %j as %j', (text, drawn) => {
  expect(toDrawableText(text)).toBe(drawn);
});
