import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { readShapes } from './icons.mjs';

const lucide: { icons: Record<string, { body: string }> } = createRequire(import.meta.url)(
  '@iconify-json/lucide/icons.json',
);

test('an icon keeps its shapes and drops the common attributes', () => {
  const shared = 'fill="none" stroke="currentColor" stroke-width="2"';
  expect(readShapes(`<path ${shared} d="M20 6L9 17"/>`)).toEqual([['path', { d: 'M20 6L9 17' }]]);
  expect(readShapes(`<g ${shared}><circle cx="12" cy="9" r="10"/><path d="M12 8v4"/></g>`)).toEqual(
    [
      ['circle', { cx: '12', cy: '9', r: '10' }],
      ['path', { d: 'M12 8v4' }],
    ],
  );
});

test('every Lucide icon is parsed completely', () => {
  const bodies = Object.entries(lucide.icons);
  const wrong = bodies.filter(([, { body }]) => {
    const tags = body.match(/<(?!g\b)[a-z]+/g) ?? [];
    return tags.length === 0 || readShapes(body).length !== tags.length;
  });
  expect(bodies.length).toBeGreaterThan(1_000);
  expect(wrong.map(([name]) => name)).toEqual([]);
});
