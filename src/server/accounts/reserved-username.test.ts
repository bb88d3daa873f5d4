import { expect, test } from 'vitest';
import { isReservedUsername } from './reserved-username.ts';

test.each([
  'admin',
  ' ADMIN ',
  'Administrator',
  'MODERATOR',
  'called it',
  'ａｄｍｉｎ',
  // Cyrillic а and і, Greek ο.
  '\u0430dm\u0456n',
  'm\u03bfderat\u03bfr',
  'adrnin',
  'ADMlN',
  'adm1n',
  'm0derat0r',
  'CaIIed lt',
  '𝐚𝐝𝐦𝐢𝐧',
  'Ádmin',
  'àdministrator',
  'mödérâtor',
  'Cälled Ìt',
  'ađmin',
  'admi\u0301n\u0303',
  'the archivist',
  'The N0tebook',
])('reserves %s', (name) => {
  expect(isReservedUsername(name, 'Called It')).toBe(true);
});

test.each([
  'Archivist',
  'admiral',
  'marigold',
  'administrators',
  'Called Itt',
  'Ádám',
  'Zoë',
  'admïral',
  'modern',
  'فاطمة',
  '🎸🎺🥁',
])('allows %s', (name) => {
  expect(isReservedUsername(name, 'Called It')).toBe(false);
});
