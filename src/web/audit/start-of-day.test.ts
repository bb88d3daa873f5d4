import { afterEach, expect, it, vi } from 'vitest';
import { startOfDay } from './start-of-day.ts';

afterEach(() => vi.unstubAllEnvs());

it("starts and ends a day in the viewer's time zone, even when the clocks change", () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(startOfDay('2026-11-01')).toBe('2026-11-01T04:00:00.000Z');
  expect(startOfDay('2026-11-01', 1)).toBe('2026-11-02T05:00:00.000Z');
  expect(startOfDay('')).toBeUndefined();
});
