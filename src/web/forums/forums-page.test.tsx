import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listThreads, type ThreadItem } from '#contract/forums.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openForums(threads: ThreadItem[]) {
  const site = createTestSite();
  site.respond(listThreads, threads);
  await site.open('/forums', FAN);
}

const createThread = (number: number, title: string, isPinned: number): ThreadItem => ({
  ...{ id: sampleSongId(number), title, isPinned, isLocked: false, category: 'Predictions' },
  ...{ replyCount: number, lastActivityAt: new Date().toISOString() },
  author: { username: 'marshwort' },
});

const linkHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('shows an empty state with links to a new thread', async () => {
  await openForums([]);
  screen.getByText('No forum threads yet');
  expect(linkHref('Create the first thread')).toBe('/forums/new');
  expect(linkHref('New Thread')).toBe('/forums/new');
});

test('lists pinned threads above the others', async () => {
  await openForums([createThread(1, 'House rules', 1), createThread(0, 'Who opens?', 0)]);
  expect(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  ).toEqual([...['Pinned', 'Latest']]);
  const findSectionLink = (name: string) =>
    within(screen.getByRole('region', { name })).getByRole('link');
  expect(findSectionLink('Pinned').textContent).toContain('House rules');
  expect(findSectionLink('Latest').getAttribute('href')).toBe(
    `/forums/thread?id=${sampleSongId(0)}`,
  );
  expect(findSectionLink('Latest').textContent).toMatch(
    /^maWho opens\?marshwort · Predictions · just now\s*0 replies$/,
  );
});
