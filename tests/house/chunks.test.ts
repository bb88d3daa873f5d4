import { expect, test } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

/** A regular expression of vite.config.ts that picks the modules of a chunk. */
const CHUNK_RULE = /\btest:\s*\/(.*)\/,?(?: \}.*)?$/gm;
const LOOKAHEAD = /\(\?![^()]*\)/g;

const files = projectFiles('src').filter((path) => !/\.test\.tsx?$/.test(path));
const rules = Array.from(
  (readText('vite.config.ts') ?? '').matchAll(CHUNK_RULE),
  ([, rule = '']) => rule,
);

/** Returns one regular expression per path: `a(b|c)` becomes `ab` and `ac`. */
function listAlternatives(rule: string): string[] {
  const [group, content] = /\(([^()]*)\)/.exec(rule) ?? [];
  if (group === undefined || content === undefined) return rule.split('|');
  return content.split('|').flatMap((part) => listAlternatives(rule.replace(group, () => part)));
}

test('each path in the chunk rules of vite.config.ts matches a file', () => {
  expect(rules.length).toBeGreaterThan(20);
  const paths = rules.flatMap((rule) => listAlternatives(rule.replaceAll(LOOKAHEAD, '')));
  const unmatched = paths
    .filter((path) => path.startsWith('src') && !files.some((file) => new RegExp(path).test(file)))
    .map((path) => path.replaceAll('\\', ''));
  expect([...new Set(unmatched)]).toEqual([]);
});
