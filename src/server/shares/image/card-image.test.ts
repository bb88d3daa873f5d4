import { expect, test } from 'vitest';
import type { CardRow, Score, SharedCard } from '#contract/scorecard.ts';
import { CardImage } from './card-image.tsx';

const HIT: Score = {
  points: 27,
  tone: 'exact',
  badge: 'Correct',
  reason: 'Correct spot',
  actual: null,
};

/** Of 45 characters, the longest that must stay legible. */
const TITLES = [
  'The Wide Windmill of Wyoming, Where We Waited',
  'Goodnight, Caroline, and Thanks for the Maps!',
];

function listTitleSizes(score: Score | null): number[] {
  const rows: CardRow[] = Array.from({ length: 24 }, (_, n) => ({
    position: n + 1,
    title: TITLES[n % 2] ?? '',
    score,
  }));
  const card: SharedCard = {
    show: {
      name: 'Harborlight Pavilion',
      place: 'Richmond, VA',
      date: 'Saturday, November 28, 2026',
      tourName: 'Long Way Round Tour',
      status: 'closed',
    },
    correctedAt: null,
    username: 'marigold',
    stage: 'scored',
    opensAt: null,
    points: 648,
    standing: { rank: 3, total: 1204 },
    rows,
  };
  const site = { productName: 'Called It', gameTagline: 'The setlist game', lamp: '#7db4ff' };
  const content = { card, ...site, site: 'setlists.example' };
  const sizes: number[] = [];
  collect(CardImage({ content, width: 1200, height: 630 }), sizes);
  return sizes;
}

interface Element {
  type: string | ((props: Element['props']) => unknown);
  props: { style?: { fontSize?: number }; children?: unknown };
}

/** Renders the components and collects the font sizes of the titles. */
function collect(node: unknown, sizes: number[]): void {
  if (Array.isArray(node)) for (const child of node) collect(child, sizes);
  else if (typeof node === 'object' && node !== null) {
    const { type, props } = node as Element;
    if (typeof type === 'function') collect(type(props), sizes);
    else if (TITLES.some((title) => title === String(props.children)))
      sizes.push(props.style?.fontSize ?? 0);
    else collect(props.children, sizes);
  }
}

test.each([
  ['hits with stamps', HIT],
  ['picks without stamps', null],
])('24 titles of 45 characters have at least 9 px in a chat of 600 px: %s', (_, score) => {
  const sizes = listTitleSizes(score);
  expect(sizes).toHaveLength(24);
  expect(Math.min(...sizes) / 2).toBeGreaterThanOrEqual(9);
});
