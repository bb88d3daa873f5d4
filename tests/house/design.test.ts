import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles, textOf } from './project-text.ts';

const page = textOf('docs/design.md') ?? '';
const tokens = textOf('src/web/theme/tokens.css') ?? '';
const theme = textOf('src/web/theme/theme.css') ?? '';

describe('the page on the look', () => {
  it('names every component, and none that is gone', () => {
    const components = projectFiles('src/web/ui')
      .filter((path) => /(?<!\.test)\.tsx$/.test(path))
      .map((path) => basename(path, '.tsx'));
    const table = page.slice(page.indexOf('## Components'), page.indexOf('## The mark'));
    const named = table.split('\n').flatMap((line) => {
      const [, first = ''] = /^\| (`.*?`) \|/.exec(line) ?? [];
      return Array.from(first.matchAll(/`([\w-]+)`/g), ([, name]) => name);
    });
    expect(named.toSorted()).toEqual(components.toSorted());
  });

  it('names every colour', () => {
    const defined = new Set(Array.from(tokens.matchAll(/^\s+(--[\w-]+):/gm), ([, name]) => name));
    const missing = [...defined].filter(
      (name = '') => !page.includes(`\`${name}\``) && !/-fill$|^--avatar-\d/.test(name),
    );
    expect(missing).toEqual([]);
  });

  it('is not needed for a colour: each is said once, by its token', () => {
    const values = Array.from(tokens.matchAll(/#[\da-f]{6}\b/g), ([value]) => value);
    expect(values.length).toBeGreaterThan(40);
    // White is what paper is printed on, too.
    const told = new RegExp(values.filter((value) => value !== '#ffffff').join('|'), 'i');
    const telling = projectFiles('src').filter(
      (path) =>
        /(?<!\.test)\.(?:tsx?|css|js)$/.test(path) &&
        path !== 'src/web/theme/tokens.css' &&
        told.test(textOf(path) ?? ''),
    );
    expect(telling).toEqual([]);
  });

  it('gives every size of type as it is', () => {
    const sizes = Array.from(theme.matchAll(/--(text-[\w-]+): ([\d.]+)rem;/g));
    expect(sizes.length).toBeGreaterThan(8);
    for (const [, name, rem] of sizes)
      expect(page).toContain(
        name === 'text-caps' ? `| \`caps\` | ${rem} |` : `| \`${name}\` | ${rem} |`,
      );
  });
});

it('a button that confirms says what it does, and to what', () => {
  const labels = projectFiles('src/web')
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => Array.from((textOf(path) ?? '').matchAll(/confirmLabel="([^"]+)"/g)))
    .map(([, label = '']) => label);
  expect(labels.length).toBeGreaterThan(8);
  expect(labels.filter((label) => !/^\p{Lu}\p{L}+ \p{L}/u.test(label))).toEqual([]);
});
