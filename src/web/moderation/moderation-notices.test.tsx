import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { confirmModerationNotice, type ModerationNotice } from '#contract/moderation-notices.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { ModerationNotices } from './moderation-notices.tsx';

const NOTICE: ModerationNotice = {
  ...{ id: sampleSongId(7), kind: 'warn', about: 'league', excerpt: 'Rude club' },
  ...{ isHidden: true, mutedUntil: null, createdAt: new Date().toISOString() },
};

test.each<[Partial<ModerationNotice>, string]>([
  [{}, "A moderator warned you about your league's name. It is hidden from other fans."],
  [{ kind: 'hide', about: 'bio' }, 'A moderator hid your bio from other fans.'],
  [
    { kind: 'mute', about: 'post', isHidden: false, mutedUntil: '2026-12-04T15:04:00.000Z' },
    'A moderator muted you until December 4, 2026 at 15:04 UTC for your post.',
  ],
])("tells a fan about a moderator's decision %j", async (fields, text) => {
  const site = createTestSite();
  const latest = { ...NOTICE, ...fields, id: sampleSongId(8) };
  await site.renderPart(<ModerationNotices />, { ...FAN, moderationNotices: [latest, NOTICE] });
  const notice = within(screen.getByRole('region', { name: 'From a moderator' }));
  notice.getByText(text);
  notice.getByText('Rude club');
  site.respond(confirmModerationNotice, undefined);
  await site.user.click(notice.getByRole('button', { name: 'OK' }));
  expect(site.listCalls(confirmModerationNotice).map(({ path }) => path)).toEqual([
    `/api/user/moderation-notices/${latest.id}/confirmation`,
  ]);
});

test('shows nothing to a fan without a notice', async () => {
  const site = createTestSite();
  await site.renderPart(<ModerationNotices />, FAN);
  expect(screen.queryByRole('region', { name: 'From a moderator' })).toBeNull();
});

test('tells a fan that their mute ended', async () => {
  const site = createTestSite();
  await site.renderPart(<ModerationNotices />, {
    ...FAN,
    moderationNotices: [{ ...NOTICE, kind: 'unmute', isHidden: false }],
  });
  screen.getByText('A moderator ended your mute.');
  expect(screen.queryByText('Rude club')).toBeNull();
});
