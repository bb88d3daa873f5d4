import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { withoutSchemas } from './slim-contract.mjs';

const slim = (code: string) =>
  withoutSchemas(code, parseSync('contract.js', code).program).replaceAll(/\s+/g, ' ').trim();

test('of a call the pages keep where it goes and who may make it', () => {
  const call = `export const addShow = endpoint({
    method: 'POST', path: '/api/shows', who: 'admin', summary: 'Add', bodyLimit: 9,
    body: z.object({}), status: 201, returns: show, mayBeEmpty: true });`;
  expect(slim(call)).toBe(
    "export const addShow = { method: 'POST', path: '/api/shows', who: 'admin', status: 201, mayBeEmpty: true };",
  );
});

test('a schema may be dropped where nobody uses it, and what it is made of with it', () => {
  expect(slim('const a = z.string(); export const b = a.max(3);')).toBe(
    'const a = /* @__PURE__ */ (() => z.string())(); export const b = /* @__PURE__ */ (() => a.max(3))();',
  );
});

test('limits, sentences and rules stay as they are', () => {
  const rules =
    "export const MAX = 30; const NAMES = ['a']; export function canEdit() { return MAX; }";
  expect(slim(rules)).toBe(rules);
});

test("zod's configuration is gone with zod", () => {
  expect(slim('z.config({ jitless: true });')).toBe('');
});
