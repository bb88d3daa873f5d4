import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { decideReport, listReports, type ReportedContent } from '#contract/moderation.ts';
import { listShows } from '#contract/shows.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { ADMIN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const POST: ReportedContent = {
  ...{ id: sampleSongId(1), version: 2, fingerprint: 'abc', kind: 'post', hidden: 'awaiting' },
  ...{ text: 'Buy my tapes', earlierText: 'Buy my tapes, fools', comments: ['Again'] },
  fan: { id: sampleSongId(2), username: 'ragwort' },
  thread: { id: sampleSongId(3), title: 'Tapes', postNumber: 26 },
  ...{ league: null, reportCount: 3, reportedAt: new Date().toISOString() },
  reasons: [
    { reason: 'spam', count: 2 },
    { reason: 'harassment', count: 1 },
  ],
};
const NAME: ReportedContent = {
  ...POST,
  ...{ id: sampleSongId(4), version: 0, kind: 'username', hidden: null, text: 'ragwort' },
  ...{ earlierText: null, comments: [], thread: null, reportCount: 1 },
};
const LEAGUE: ReportedContent = {
  ...NAME,
  ...{ id: sampleSongId(5), kind: 'league', text: 'Rude club' },
  league: { id: sampleSongId(6), isListed: false },
};

async function openReports(reports: ReportedContent[]) {
  const site = createTestSite();
  site.respond(listShows, []);
  site.respond(listReports, reports);
  await site.open('/admin?tab=reports', ADMIN);
  return site;
}

const findItem = (name: string) => within(screen.getByRole('article', { name }));

test('lists reported content with its reasons and a link', async () => {
  await openReports([POST, NAME, LEAGUE]);
  const post = findItem('Post by ragwort');
  post.getByText('Hidden until a moderator reviews it');
  post.getByText('3 reports · Spam or advertising (2), Insults or harassment · just now');
  for (const text of ['Buy my tapes', 'Buy my tapes, fools', 'Again']) post.getByText(text);
  const place = post.getByRole('link', { name: 'Open “Tapes”' });
  expect(place.getAttribute('href')).toBe(`/forums/thread?id=${POST.thread?.id}&page=2`);
  const name = findItem('Username of ragwort');
  expect(name.getByRole('link').getAttribute('href')).toBe('/fans/ragwort');
  expect(name.queryByRole('button', { name: 'Hide' })).toBeNull();
  findItem('League name by ragwort').getByText('Invite-only league');
});

test('sends each decision with the version and the text that it is based on', async () => {
  const site = await openReports([POST]);
  site.respond(decideReport, undefined);
  const choose = (name: string) => site.user.click(screen.getByRole('button', { name }));
  await choose('Dismiss');
  await choose('Hide');
  await choose('Dismiss as false');
  await choose('Warn or mute');
  const dialog = within(await screen.findByRole('dialog', { name: 'Warn or mute ragwort' }));
  await site.user.selectOptions(dialog.getByLabelText('Decision'), 'Mute for 7 days');
  await site.user.click(dialog.getByLabelText('Hide the post'));
  await site.user.click(dialog.getByRole('button', { name: 'Mute' }));
  await site.expectToast('Success', 'Fan muted');
  expect(site.listCalls(decideReport).map(({ body }) => body)).toEqual([
    { version: 2, fingerprint: 'abc', content: 'show', author: 'none' },
    { version: 2, fingerprint: 'abc', content: 'hide', author: 'none' },
    { version: 2, fingerprint: 'abc', content: 'show', author: 'none', isAbuse: true },
    { version: 2, fingerprint: 'abc', content: 'show', author: 'mute', muteDays: 7 },
  ]);
});

test('shows removed content again', async () => {
  const site = await openReports([]);
  screen.getByText('No open reports');
  site.respond(listReports, [{ ...POST, hidden: 'removed' }]);
  await site.user.selectOptions(screen.getByLabelText('List'), 'Removed content');
  site.respond(decideReport, undefined);
  await site.user.click(await screen.findByRole('button', { name: 'Show again' }));
  await site.expectToast('Success', 'Visible to everyone');
});
