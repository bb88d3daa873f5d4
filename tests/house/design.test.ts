import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

const page = readText('docs/design.md') ?? '';
const tokens = readText('src/web/theme/tokens.css') ?? '';
const theme = readText('src/web/theme/theme.css') ?? '';

describe('docs/design.md', () => {
  test('lists exactly the components', () => {
    const components = projectFiles('src/web/ui')
      .filter((path) => /(?<!\.test)\.tsx$/.test(path))
      .map((path) => basename(path, '.tsx'));
    const table = page.slice(page.indexOf('## Components'), page.indexOf('## The mark'));
    const tokenNames = table.split('\n').flatMap((line) => {
      const [, first = ''] = /^\| (`.*?`) \|/.exec(line) ?? [];
      return Array.from(first.matchAll(/`([\w-]+)`/g), ([, name]) => name);
    });
    expect(tokenNames.toSorted()).toEqual(components.toSorted());
  });

  test('lists every color', () => {
    const definedTokens = new Set(
      Array.from(tokens.matchAll(/^\s+(--[\w-]+):/gm), ([, name]) => name),
    );
    const missingTokens = [...definedTokens].filter(
      (name = '') => !page.includes(`\`${name}\``) && !/-fill$|^--avatar-\d/.test(name),
    );
    expect(missingTokens).toEqual([]);
  });

  test('is the only place besides tokens.css with color values', () => {
    const values = Array.from(tokens.matchAll(/#[\da-f]{6}\b/g), ([value]) => value);
    expect(values.length).toBeGreaterThan(40);
    // Excludes white, because paper is white too.
    const pattern = new RegExp(values.filter((value) => value !== '#ffffff').join('|'), 'i');
    const files = projectFiles('src').filter(
      (path) =>
        /(?<!\.test)\.(?:tsx?|css|js)$/.test(path) &&
        path !== 'src/web/theme/tokens.css' &&
        pattern.test(readText(path) ?? ''),
    );
    expect(files).toEqual([]);
  });

  test('lists every font size', () => {
    const sizes = Array.from(theme.matchAll(/--(text-[\w-]+): ([\d.]+)rem;/g));
    expect(sizes.length).toBeGreaterThan(8);
    for (const [, name, rem] of sizes)
      expect(page).toContain(
        name === 'text-label' ? `| \`label\` | ${rem} |` : `| \`${name}\` | ${rem} |`,
      );
  });
});

test("uppercases only the site's name, dates, initials and the seal of a secret prediction", () => {
  const files = projectFiles('src/web').filter((path) =>
    (readText(path) ?? '')
      .split('\n')
      .some((line) =>
        /text-transform: uppercase|className.*[\s'"]uppercase|^\s*'.*\suppercase\s/.test(line),
      ),
  );
  expect(files).toEqual([
    'src/web/results/card-parts.tsx',
    'src/web/results/prediction-card.tsx',
    'src/web/shares/link-page/frame.css',
    'src/web/shares/link-page/sheet.css',
    'src/web/ui/avatar.tsx',
    'src/web/ui/brand-mark.tsx',
    'src/web/ui/date-stub.tsx',
  ]);
});

test("Submit is one button, in the main action's color", () => {
  const files = projectFiles('src/web').filter(
    (path) => !/\.test\./.test(path) && /Submit Prediction/.test(readText(path) ?? ''),
  );
  expect(files).toEqual(['src/web/game/game-bar.tsx']);
  const [bar = ''] = files;
  expect(readText(bar)).toMatch(/function SubmitButton[^}]*}[^}]*<Button variant="lamp"/);
  for (const path of ['src/web/game/sheet-editor.tsx', 'src/web/game/game-skeleton.tsx'])
    expect(readText(path)).not.toMatch(/<SubmitButton[^>]*(?:variant|className)/);
});

test("a confirm button's label has a verb and an object", () => {
  const labels = projectFiles('src/web')
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => Array.from((readText(path) ?? '').matchAll(/confirmLabel="([^"]+)"/g)))
    .map(([, label = '']) => label);
  expect(labels.length).toBeGreaterThan(8);
  expect(labels.filter((label) => !/^\p{Lu}\p{L}+ \p{L}/u.test(label))).toEqual([]);
});
