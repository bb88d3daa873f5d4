import { setTimeout as sleep } from 'node:timers/promises';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Score, SharedCard } from '#contract/scorecard.ts';
import { createLimits } from '../../http/limit.ts';
import { colorOf } from '../../pages/colors.ts';
import { createDrawingPool } from './drawing-pool.ts';
import type { CardPicture } from './picture.tsx';
import { createPictures, stampOf } from './pictures.ts';

const pool = createDrawingPool({ mostWaiting: 3 });
afterAll(() => pool.close());

const EXACT: Score = {
  points: 27,
  tone: 'exact',
  badge: 'Correct',
  reason: 'Correct spot',
  actual: null,
};

function cardOf(
  songs: number,
  more: Partial<SharedCard> = {},
  site = 'setlists.example',
): CardPicture {
  const card: SharedCard = {
    show: {
      name: 'Harborlight Pavilion',
      place: 'Richmond, VA',
      date: 'Saturday, November 28, 2026',
      tourName: 'Long Way Round Tour',
      status: 'closed',
    },
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
    ...more,
  };
  return { card, productName: 'Called It', gameTagline: 'The setlist game', site };
}

const GREEN = colorOf('exact');
const INK = colorOf('ink');

function count(png: PNG, color: string, part = { left: 0, top: 0, right: 1200, bottom: 630 }) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  let found = 0;
  for (let y = part.top; y < part.bottom; y += 1)
    for (let x = part.left; x < part.right; x += 1) {
      const at = (y * png.width + x) * 4;
      const isIt = png.data[at] === red && png.data[at + 1] === green && png.data[at + 2] === blue;
      if (isIt) found += 1;
    }
  return found;
}

const draw = async (picture: CardPicture) => PNG.sync.read(await pool.draw(picture));

describe('a picture', () => {
  let full: PNG;
  beforeAll(async () => {
    full = await draw(cardOf(24));
  });

  it("has the site's name at the lower right", async () => {
    const part = { left: 800, top: 560, right: 1200, bottom: 630 };
    const unnamed = await draw(cardOf(24, {}, ''));
    expect(count(full, INK, part)).toBeGreaterThan(count(unnamed, INK, part) + 200);
    expect(stampOf(cardOf(24, {}, 'other.example'))).not.toBe(stampOf(cardOf(24)));
  });

  it.each([1, 12, 24])('of %i songs is 1200 by 630 and has every stamp', async (songs) => {
    const png = songs === 24 ? full : await draw(cardOf(songs));
    expect([png.width, png.height]).toEqual([1200, 630]);
    expect(count(png, GREEN)).toBeGreaterThan((count(full, GREEN) / 24) * songs * 0.95);
    // The show's name at the upper left, the points at the upper right.
    expect(count(png, INK, { left: 70, top: 50, right: 700, bottom: 135 })).toBeGreaterThan(2_000);
    expect(count(png, INK, { left: 950, top: 50, right: 1150, bottom: 190 })).toBeGreaterThan(
      1_000,
    );
  });

  it('right-aligns the numbers of a column', () => {
    const rows = { top: 205, bottom: 550 };
    const [one, ten] = [
      { left: 70, right: 91 },
      { left: 430, right: 449 },
    ];
    expect(count(full, colorOf('ink-dim'), { ...one, ...rows })).toBe(0);
    expect(count(full, colorOf('ink-dim'), { ...ten, ...rows })).toBeGreaterThan(50);
  });

  it('has no stamps before the show', async () => {
    const rows = cardOf(3).card.rows.map((row) => ({ ...row, score: null }));
    expect(count(await draw(cardOf(3, { rows, points: null })), GREEN)).toBe(0);
    expect(count(full, GREEN)).toBeGreaterThan(24 * 100);
  });

  it('keeps long titles on the sheet', async () => {
    const rows = cardOf(24).card.rows.map((row) => ({ ...row, title: 'W'.repeat(255) }));
    const show = { ...cardOf(1).card.show, name: 'The Amphitheatre '.repeat(15) };
    const png = await draw(cardOf(24, { rows, show, username: 'm'.repeat(100) }));
    const right = { left: 1123, top: 40, right: 1200, bottom: 600 };
    expect(count(png, INK, right)).toBe(0);
    expect(count(png, INK)).toBeGreaterThan(10_000);
  });

  it('draws emoji, other scripts and markup', async () => {
    const titles = ['🔥🔥', 'שלום', 'مرحبا', '\u200f', '<img onerror>', '日本', '\ud83d'];
    const rows = titles.map((title, n) => ({ position: n + 1, title, score: null }));
    const png = await draw(cardOf(7, { rows, username: '🦄', points: null }));
    expect(png.width).toBe(1200);
  });

  it('of a sealed card shows only what the card shows', async () => {
    const sealed = { stage: 'sealed', points: null, opensAt: 'Saturday at 6:30 PM EST' } as const;
    const png = await draw(cardOf(0, sealed));
    expect(count(png, INK)).toBeGreaterThan(20_000);
  });
});

describe('the pool', () => {
  it('draws two at a time, lets a few wait and refuses the rest', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, n) => pool.draw(cardOf(n))),
    );
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    expect(refused).toHaveLength(4);
    for (const error of refused) expect(error).toMatchObject({ statusCode: 503, retryAfter: 5 });
    await expect(pool.draw(cardOf(1))).resolves.toBeInstanceOf(Buffer);
  });
});

describe('pictures', () => {
  it('are drawn once for simultaneous requests and again only after a change', async () => {
    let drawings = 0;
    const pictures = createPictures(
      {
        async draw(picture) {
          drawings += 1;
          await sleep(5);
          return Buffer.from(stampOf(picture));
        },
      },
      createLimits(Date.now),
    );
    const all = await Promise.all(
      Array.from({ length: 200 }, () => pictures.get(cardOf(3), 'fan')),
    );
    expect(new Set(all).size).toBe(1);
    await pictures.get(cardOf(3), 'fan');
    expect(drawings).toBe(1);
    await pictures.get(cardOf(3, { points: 215 }), 'fan');
    expect(drawings).toBe(2);
  });

  it('are drawn again after a failure', async () => {
    const results = [() => Promise.reject(new Error('no')), async () => Buffer.from('png')];
    const pictures = createPictures(
      {
        draw: () => (results.shift() ?? results[0])?.() ?? Promise.reject(),
      },
      createLimits(Date.now),
    );
    await expect(pictures.get(cardOf(1), 'fan')).rejects.toThrow('no');
    expect(String(await pictures.get(cardOf(1), 'fan'))).toBe('png');
  });

  it('limits new pictures to sixty a minute per network, and cached ones not at all', async () => {
    let now = 0;
    const pictures = createPictures(
      { draw: async () => Buffer.from('png') },
      createLimits(() => now),
    );
    const ask = (points: number, from: string) => pictures.get(cardOf(1, { points }), from);
    for (let points = 0; points < 60; points += 1) await ask(points, 'robot');
    await expect(ask(60, 'robot')).rejects.toMatchObject({
      statusCode: 429,
      message: 'Too many new pictures were asked for. Please wait a minute and try again.',
      retryAfter: 60,
    });
    await expect(ask(59, 'robot')).resolves.toBeInstanceOf(Buffer);
    await expect(ask(60, 'fan')).resolves.toBeInstanceOf(Buffer);
    now += 60_000;
    await expect(ask(61, 'robot')).resolves.toBeInstanceOf(Buffer);
  });
});
