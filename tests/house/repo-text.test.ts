import { describe, expect, it } from 'vitest';
import { projectFiles, textOf } from './project-text.ts';

const longest = 250;

const texts = projectFiles().flatMap((path) => {
  const text = textOf(path);
  return text === undefined ? [] : [{ path, text }];
});

function linesMatching(pattern: RegExp) {
  return texts.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      ),
  );
}

describe('the text of the repository', () => {
  it('names no place on a machine of ours', () => {
    expect(linesMatching(/(?<![\w.])\/(?:work|root|home\/\w+|Users\/\w+)\//)).toEqual([]);
    expect(linesMatching(/\.\.\/shared\b/)).toEqual([]);
  });

  it('names no package registry', () => {
    const lock = texts.find(({ path }) => path === 'package-lock.json')?.text ?? '';
    expect(lock).toContain('"lockfileVersion"');
    // A folder of ours is where it is; a package comes from wherever it is asked for.
    expect(lock).not.toMatch(/"resolved": "(?!tests\/|deploy\/)/);
    expect(linesMatching(/^\s*(?:@[\w-]+:)?registry\s*=/)).toEqual([]);
  });

  it('has a lockfile that says what package.json says', () => {
    const [manifest, lock] = ['package.json', 'package-lock.json'].map((path) =>
      JSON.parse(textOf(path) ?? ''),
    );
    expect(lock.packages[''].dependencies).toEqual(manifest.dependencies);
    expect(lock.packages[''].devDependencies).toEqual(manifest.devDependencies);
  });

  it(`has no source of more than ${longest} lines`, () => {
    const sources = texts.filter(({ path }) => /\.(?:tsx?|mjs|css)$/.test(path));
    const long = sources
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > longest);
    expect(long).toEqual([]);
  });
});
