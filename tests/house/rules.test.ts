import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

/** Matches a function declaration, or a function passed to a schema. */
const FUNCTION = /\bfunction \w|\.(?:refine|superRefine|transform|overwrite|check)\(/;

const modules = projectFiles('src/contract').filter((path) => !path.endsWith('.test.ts'));

test.each(modules)('%s has a test next to it if it has a rule', (path) => {
  const hasRule = FUNCTION.test(readText(path) ?? '');
  const hasTest = existsSync(path.replace(/\.ts$/, '.test.ts'));
  expect(hasTest || !hasRule, 'Mutation tests cover only files with a test next to them').toBe(
    true,
  );
});
