import { expect, test } from 'vitest';
import { PAGES, pageFile } from '#contract/pages.ts';
import { projectFiles, readText } from './project-text.ts';

const files = projectFiles('src/web').map((path) => path.replace('src/web/', ''));
const table = (readText('CONTRIBUTING.md') ?? '').split('## Where each screen lives')[1] ?? '';
const rows = (table.split('\n## ')[0] ?? '').split('\n').filter((line) => line.endsWith('.tsx` |'));

test.each(Object.keys(PAGES))('%s has exactly one file with its name', (name) => {
  expect(files.filter((file) => file.endsWith(`/${pageFile(name)}`))).toHaveLength(1);
});

test('the table of screens in CONTRIBUTING.md names existing files', () => {
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) {
    const [, documentedPath] = /^\| `(\/[\w/-]*)`(?!, tab| on a new site)/.exec(row) ?? [];
    const [, file = ''] = /`([\w/-]+\.tsx)` \|$/.exec(row) ?? [];
    expect(files, row).toContain(file);
    const pages = Object.entries(PAGES).filter(([, { path }]) => path === documentedPath);
    if (documentedPath)
      expect(pages.map(([name]) => pageFile(name))).toContain(file.replace(/.*\//, ''));
  }
});
