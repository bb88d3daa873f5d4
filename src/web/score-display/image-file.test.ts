import { expect, test } from 'vitest';
import { buildImageFileName } from './image-file.ts';

test.each([
  ['Harborlight Pavilion', 'Harborlight-Pavilion-scorecard.png'],
  ['Red  Rocks\tNight 2', 'Red-Rocks-Night-2-scorecard.png'],
  ['AC/DC: back\\again | live', 'AC-DC-back-again-live-scorecard.png'],
  ['What? "The" <Big> *One*', 'What-The-Big-One-scorecard.png'],
  ['../../.ssh', 'ssh-scorecard.png'],
  ['نهر المساء 🎸', 'نهر-المساء-🎸-scorecard.png'],
  ['in\u202egnp.exe\u0007', 'ingnp.exe-scorecard.png'],
  ['???', 'Show-scorecard.png'],
])('turns %s into %s', (showName, expected) => {
  expect(buildImageFileName(showName, 'scorecard')).toBe(expected);
});

test('uses its own suffix for the prediction card', () => {
  expect(buildImageFileName('Two Rivers', 'prediction')).toBe('Two-Rivers-prediction.png');
});

test('shortens a name of 255 emoji to fit every file system, without splitting one', () => {
  const name = buildImageFileName('🎸'.repeat(255), 'scorecard');
  expect(new TextEncoder().encode(name).length).toBeLessThan(255);
  expect(name).not.toMatch(/\p{Surrogate}/u);
});
