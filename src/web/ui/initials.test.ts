import { expect, test } from 'vitest';
import { getInitials } from './initials.ts';

test.each([
  ['marigold', 'ma'],
  ['4ever_young', 'ev'],
  ['_x_2 y', 'xy'],
  ['🔥 Fire', 'Fi'],
  ['👩‍🎤Ada', 'Ad'],
  ['Q', 'Q'],
  // A letter keeps its combining marks.
  ['e\u0301clair', 'e\u0301c'],
  ['Ünï', 'Ün'],
  ['नमस्ते', 'नम'],
  ['東京ドーム', '東京'],
  ['محمد', 'مح'],
  // Letters outside the Basic Multilingual Plane.
  ['𝔄𝔅ℭ', '𝔄𝔅'],
  ['1999', '1'],
  ['👨‍👩‍👧‍👦 7', '👨‍👩‍👧‍👦'],
  ['', ''],
])('abbreviates %j to %j', (name, initials) => {
  expect(getInitials(name)).toBe(initials);
});
