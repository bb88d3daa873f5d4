import { expect, test } from 'vitest';
import { describeMute, formatMuteEnd } from './moderation-notices.ts';

const until = new Date('2026-07-04T23:05:00Z');

test('names the end of a mute in UTC with a 24-hour clock', () => {
  expect(formatMuteEnd(until)).toBe('July 4, 2026 at 23:05');
  expect(describeMute(until)).toBe(
    "A moderator muted you until July 4, 2026 at 23:05 UTC. Until then you can't post, report, or change your profile or a league's name.",
  );
});
