import { setTimeout as sleep } from 'node:timers/promises';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Score, SharedCard } from '#contract/scorecard.ts';
import { createLimits } from '../../http/limit.ts';
import { colorOf } from '../../pages/colors.ts';
import type { CardImageContent } from './card-image.tsx';
import { createImageCache, hashContent } from './image-cache.ts';
import { createRenderPool } from './render-pool.ts';

const pool = createRenderPool({ maxQueued: 3 });
afterAll(() => pool.close());

const EXACT: Score = {
  points: 27,
  tone: 'exact',
  badge: 'Correct',
  reason: 'Correct spot',
  actual: null,
};

function createContent(
  songs: number,
  fields: Partial<SharedCard> = {},
  site = 'setlists.example',
): CardImageContent {
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
    points: 214,
    standing: { rank: 3, total: 1204 },
    rows: Array.from({ length: songs }, (_, n) => ({
      position: n + 1,
      title: `Song Number ${n + 1}`,
      score: EXACT,
    })),
    ...fields,
  };
  return { card, productName: 'Called It', gameTagline: 'The setlist game', site, lamp: '#7db4ff' };
}

const GREEN = colorOf('exact');
const INK = colorOf('ink');

function countPixels(
  png: PNG,
  color: string,
  part = { left: 0, top: 0, right: 1200, bottom: 630 },
) {
  const [red, green, blue] = [1, 3, 5].map((index) =>
    Number.parseInt(color.slice(index, index + 2), 16),
  );
  let pixels = 0;
  for (let y = part.top; y < part.bottom; y += 1)
    for (let x = part.left; x < part.right; x += 1) {
      const offset = (y * png.width + x) * 4;
      const isMatch =
        png.data[offset] === red && png.data[offset + 1] === green && png.data[offset + 2] === blue;
      if (isMatch) pixels += 1;
    }
  return pixels;
}

const render = async (content: CardImageContent) => PNG.sync.read(await pool.render(content));

describe('an image', () => {
  let full: PNG;
  beforeAll(async () => {
    full = await render(createContent(24));
  });

  test("has the site's name at the lower right", async () => {
    const part = { left: 800, top: 560, right: 1200, bottom: 630 };
    const unnamed = await render(createContent(24, {}, ''));
    expect(countPixels(full, INK, part)).toBeGreaterThan(countPixels(unnamed, INK, part) + 200);
    expect(hashContent(createContent(24, {}, 'other.example'))).not.toBe(
      hashContent(createContent(24)),
    );
  });

  test.each([1, 12, 24])('with %i songs is 1200 by 630 and has a stamp per song', async (songs) => {
    const png = songs === 24 ? full : await render(createContent(songs));
    expect([png.width, png.height]).toEqual([1200, 630]);
    expect(countPixels(png, GREEN)).toBeGreaterThan((countPixels(full, GREEN) / 24) * songs * 0.95);
    expect(countPixels(png, INK, { left: 70, top: 50, right: 700, bottom: 135 })).toBeGreaterThan(
      2_000,
    );
    expect(countPixels(png, INK, { left: 950, top: 50, right: 1150, bottom: 190 })).toBeGreaterThan(
      1_000,
    );
  });

  test('right-aligns the numbers of a column', () => {
    const rows = { top: 205, bottom: 550 };
    const [firstColumn, secondColumn] = [
      { left: 66, right: 78 },
      { left: 432, right: 447 },
    ];
    expect(countPixels(full, colorOf('ink-dim'), { ...firstColumn, ...rows })).toBe(0);
    expect(countPixels(full, colorOf('ink-dim'), { ...secondColumn, ...rows })).toBeGreaterThan(50);
  });

  test('stamps only hits, and counts them', async () => {
    const missed: Score = { ...EXACT, points: 0, tone: 'missed', badge: 'Not played' };
    const rows = createContent(24).card.rows.map((row) => ({ ...row, score: missed }));
    const png = await render(createContent(24, { rows }));
    expect(countPixels(png, GREEN)).toBe(0);
    expect(countPixels(png, colorOf('missed'))).toBeGreaterThan(5_000);
  });

  test('has no stamps before the show', async () => {
    const rows = createContent(3).card.rows.map((row) => ({ ...row, score: null }));
    expect(countPixels(await render(createContent(3, { rows, points: null })), GREEN)).toBe(0);
    expect(countPixels(full, GREEN)).toBeGreaterThan(24 * 100);
  });

  test('keeps long titles on the sheet', async () => {
    const rows = createContent(24).card.rows.map((row) => ({ ...row, title: 'W'.repeat(255) }));
    const show = { ...createContent(1).card.show, name: 'The Amphitheatre '.repeat(15) };
    const png = await render(createContent(24, { rows, show, username: 'm'.repeat(100) }));
    const right = { left: 1136, top: 40, right: 1200, bottom: 600 };
    expect(countPixels(png, INK, right)).toBe(0);
    expect(countPixels(png, INK)).toBeGreaterThan(10_000);
  });

  test('renders emoji, other scripts and markup', async () => {
    const titles = ['🔥🔥', 'שלום', 'مرحبا', '\u200f', '<img onerror>', '日本', '\ud83d'];
    const rows = titles.map((title, n) => ({ position: n + 1, title, score: null }));
    const png = await render(createContent(7, { rows, username: '🦄', points: null }));
    expect(png.width).toBe(1200);
  });

  test('shows only the seal for a sealed card', async () => {
    const sealed = { stage: 'sealed', points: null, opensAt: 'Saturday at 6:30 PM EST' } as const;
    const png = await render(createContent(0, sealed));
    expect(countPixels(png, INK)).toBeGreaterThan(20_000);
  });
});

describe('the pool', () => {
  test('renders two at a time, queues a few and rejects the rest', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, n) => pool.render(createContent(n))),
    );
    const errors = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    expect(errors).toHaveLength(4);
    for (const error of errors) expect(error).toMatchObject({ statusCode: 503, retryAfter: 5 });
    await expect(pool.render(createContent(1))).resolves.toBeInstanceOf(Buffer);
  });
});

describe('the image cache', () => {
  test('renders once for simultaneous requests and again only after a change', async () => {
    let renders = 0;
    const images = createImageCache(
      {
        async render(content) {
          renders += 1;
          await sleep(5);
          return Buffer.from(hashContent(content));
        },
      },
      createLimits(Date.now),
    );
    const pngs = await Promise.all(
      Array.from({ length: 200 }, () => images.get(createContent(3), 'fan')),
    );
    expect(new Set(pngs).size).toBe(1);
    await images.get(createContent(3), 'fan');
    expect(renders).toBe(1);
    await images.get(createContent(3, { points: 215 }), 'fan');
    expect(renders).toBe(2);
  });

  test('renders again after a failure', async () => {
    const results = [() => Promise.reject(new Error('no')), async () => Buffer.from('png')];
    const images = createImageCache(
      {
        render: () => (results.shift() ?? results[0])?.() ?? Promise.reject(),
      },
      createLimits(Date.now),
    );
    await expect(images.get(createContent(1), 'fan')).rejects.toThrow('no');
    expect(String(await images.get(createContent(1), 'fan'))).toBe('png');
  });

  test('limits each network to sixty new images a minute, but not cached ones', async () => {
    let now = 0;
    const images = createImageCache(
      { render: async () => Buffer.from('png') },
      createLimits(() => now),
    );
    const request = (points: number, network: string) =>
      images.get(createContent(1, { points }), network);
    for (let points = 0; points < 60; points += 1) await request(points, 'robot');
    await expect(request(60, 'robot')).rejects.toMatchObject({
      statusCode: 429,
      message: 'Too many new images were requested. Please wait a minute and try again.',
      retryAfter: 60,
    });
    await expect(request(59, 'robot')).resolves.toBeInstanceOf(Buffer);
    await expect(request(60, 'fan')).resolves.toBeInstanceOf(Buffer);
    now += 60_000;
    await expect(request(61, 'robot')).resolves.toBeInstanceOf(Buffer);
  });
});
