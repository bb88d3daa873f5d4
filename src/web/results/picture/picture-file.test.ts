import { expect, test } from 'vitest';
import { pictureFileName } from './picture-file.ts';

test.each([
  ['Harborlight Pavilion', 'Harborlight-Pavilion-scorecard.png'],
  ['Red  Rocks\tNight 2', 'Red-Rocks-Night-2-scorecard.png'],
  ['AC/DC: back\\again | live', 'AC-DC-back-again-live-scorecard.png'],
  ['What? "The" <Big> *One*', 'What-The-Big-One-scorecard.png'],
  ['../../.ssh', 'ssh-scorecard.png'],
  ['نهر المساء 🎸', 'نهر-المساء-🎸-scorecard.png'],
  ['in\u202egnp.exe\u0007', 'ingnp.exe-scorecard.png'],
  ['???', 'Show-scorecard.png'],
])('%s becomes %s', (showName, expected) => {
  expect(pictureFileName(showName, 'scorecard')).toBe(expected);
});

test('the prediction card ends on its own word', () => {
  expect(pictureFileName('Two Rivers', 'prediction')).toBe('Two-Rivers-prediction.png');
});

test('a name of 255 emoji fits every file system, and none is cut in two', () => {
  const name = pictureFileName('🎸'.repeat(255), 'scorecard');
  expect(new TextEncoder().encode(name).length).toBeLessThan(255);
  expect(name).not.toMatch(/\p{Surrogate}/u);
});
