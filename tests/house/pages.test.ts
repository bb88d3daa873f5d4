import { expect, test } from 'vitest';
import { PAGES, type Page, pageFile } from '#contract/pages.ts';
import { projectFiles, textOf } from './project-text.ts';

const files = projectFiles('src/web').map((path) => path.replace('src/web/', ''));
const table = (textOf('CONTRIBUTING.md') ?? '')
  .split('## Where each screen lives')[1]
  ?.split('\n## ')[0];

test.each(Object.entries<Page>(PAGES))('%s is drawn by the one file of its name', (name, page) => {
  const drawing = files.filter((file) => file.endsWith(`/${pageFile(name)}`));
  expect(drawing).toHaveLength(1);
  const address = page.path === '/' ? '`/`' : `\`${page.path}\``;
  expect(table).toMatch(new RegExp(`^\\| .*${address}.* \\| \`${drawing[0]}\` \\|$`, 'm'));
});

test('the table of screens names no file that is not there', () => {
  const named = Array.from(table?.matchAll(/`([\w/-]+\.tsx)`/g) ?? [], ([, file]) => file);
  expect(named.filter((file = '') => !files.includes(file))).toEqual([]);
});
