import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listThreads, type ThreadItem } from '#contract/forums.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openForums(threads: ThreadItem[], url = '/forums') {
  const site = createTestSite();
  site.respond(listThreads, ({ query }) => {
    const category = new URLSearchParams(query).get('category');
    return threads.filter((thread) => !category || thread.category === category);
  });
  await site.open(url, FAN);
  return site;
}

const createThread = (number: number, title: string, isPinned: number): ThreadItem => ({
  ...{ id: sampleSongId(number), title, isPinned, isLocked: false, category: 'Predictions' },
  ...{ replyCount: number, lastActivityAt: new Date().toISOString() },
  hidden: null,
  author: { username: 'marshwort' },
  show: null,
});

const linkHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('shows an empty state with links for creating a thread', async () => {
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
    /^maWho opens\?marshwort · Predictions\s*0 replies · just now$/,
  );
});

test('lists the threads of the category in the URL', async () => {
  const threads = [
    createThread(1, 'House rules', 1),
    { ...createThread(2, 'A spare ticket', 0), category: 'Tickets & Travel' },
  ];
  const { user } = await openForums(threads, '/forums?category=Predictions&page=1');
  const categories = within(screen.getByRole('navigation', { name: 'Categories' }));
  const findCurrent = () => categories.getByRole('link', { current: true }).textContent;
  expect(findCurrent()).toBe('Predictions');
  expect(screen.queryByText('A spare ticket')).toBeNull();
  await user.click(categories.getByRole('link', { name: 'Tickets & Travel' }));
  await screen.findByText('A spare ticket');
  expect(location.search).toBe('?category=Tickets%20%26%20Travel');
  expect(screen.queryByText('House rules')).toBeNull();
  await user.click(categories.getByRole('link', { name: 'Songs & Recordings' }));
  await screen.findByText('No threads in Songs & Recordings yet');
  await user.click(categories.getByRole('link', { name: 'All' }));
  await screen.findByText('House rules');
  expect([findCurrent(), location.search]).toEqual(['All', '']);
});
