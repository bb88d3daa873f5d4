import { expect, it } from 'vitest';
import { toRenderableText } from './renderable-text.ts';

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
])('converts %j to %j', (text, expected) => {
  expect(toRenderableText(text)).toBe(expected);
});
