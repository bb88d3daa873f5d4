// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { findRepeatedRows } from './repeated-rows.ts';

const row = (title: string, { className = 'row', label = `Edit ${title}` } = {}) =>
  `<tr class="${className}"><td>${title}</td><td><button aria-label="${label}"></button></td></tr>`;

const ROWS = ['Tide', 'Ferry', 'Lantern', 'Harbor', 'Gale'].map((title) => row(title));

function listRepeated(...bodies: string[][]): string[] {
  const root = document.createElement('table');
  root.innerHTML = bodies.map((rows) => `<tbody>${rows.join('')}</tbody>`).join('');
  return findRepeatedRows(root, 2).map(({ textContent }) => textContent ?? '');
}

test('keeps the first equal rows and the last one', () => {
  expect(listRepeated(ROWS)).toEqual(['Lantern', 'Harbor']);
});

test('counts equal rows across the groups of a list', () => {
  expect(listRepeated(ROWS.slice(0, 2), ROWS.slice(2, 4), ROWS.slice(4))).toEqual([
    'Lantern',
    'Harbor',
  ]);
});

test.each([
  ['class', row('Signal', { className: 'row faint' })],
  ['missing name', row('Signal', { label: '' })],
  ['missing text', row('', { label: 'Edit Signal' })],
  ['added element', row('<b>Signal</b>')],
])('a row with a different %s is not repeated', (_difference, different) => {
  expect(listRepeated(ROWS.with(3, different))).toEqual(['Lantern']);
});
