import { expect, test } from 'vitest';
import type { ClaimedNotification } from './claim.ts';
import { composeEmail, composePush } from './messages.ts';

const result = {
  ...{ kind: 'result', points: 87, spoilersHiddenSince: null, revealedShowIds: [] },
  show: {
    ...{ id: 'show', name: 'Harbor Hall', city: 'Richmond', status: 'closed' },
    date: new Date('2031-05-08T23:30:00.000Z'),
  },
} as unknown as ClaimedNotification;

function listTexts(notification: ClaimedNotification): string {
  const { subject, introduction } = composeEmail(notification);
  const { title, body } = composePush(notification);
  return [subject, introduction, title, body].join('\n');
}

test('hides the points from a fan who hides spoilers until they reveal the show', () => {
  const hidden = { ...result, spoilersHiddenSince: '2031-05-08T12:00:00.000Z' };
  expect(listTexts(result).match(/87/g)).toHaveLength(3);
  expect(listTexts(hidden)).not.toContain('87');
  expect(listTexts(hidden)).toContain('Your points for Harbor Hall are in');
  expect(listTexts({ ...hidden, revealedShowIds: ['show'] })).toBe(listTexts(result));
});
