import { describe, expect, it } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

const MAX_LINES = 250;

const files = projectFiles().flatMap((path) => {
  const text = readText(path);
  return text === undefined ? [] : [{ path, text }];
});

function findLines(pattern: RegExp) {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      ),
  );
}

describe('the text of the repository', () => {
  it("contains no path of a developer's machine", () => {
    expect(findLines(/(?<![\w.])\/(?:work|root|home\/\w+|Users\/\w+)\//)).toEqual([]);
    expect(findLines(/\.\.\/shared\b/)).toEqual([]);
  });

  it('contains no package registry', () => {
    const lock = files.find(({ path }) => path === 'package-lock.json')?.text ?? '';
    expect(lock).toContain('"lockfileVersion"');
    // Only local packages have a `resolved` path. All others come from the configured registry.
    expect(lock).not.toMatch(/"resolved": "(?!tests\/|deploy\/)/);
    expect(findLines(/^\s*(?:@[\w-]+:)?registry\s*=/)).toEqual([]);
  });

  it('has a lockfile that matches package.json', () => {
    const [manifest, lock] = ['package.json', 'package-lock.json'].map((path) =>
      JSON.parse(readText(path) ?? ''),
    );
    expect(lock.packages[''].dependencies).toEqual(manifest.dependencies);
    expect(lock.packages[''].devDependencies).toEqual(manifest.devDependencies);
  });

  it(`has no source file of more than ${MAX_LINES} lines`, () => {
    const sources = files.filter(({ path }) => /\.(?:tsx?|mjs|css)$/.test(path));
    const long = sources
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });
});
