import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { removeSchemas } from './slim-contract.mjs';

const slim = (code: string) =>
  removeSchemas(code, parseSync('contract.js', code).program).replaceAll(/\s+/g, ' ').trim();

test('strips an endpoint of its name, tag, summary and schemas', () => {
  const call = `export const addShow = endpoint('addShow', {
    method: 'POST', path: '/api/shows', tag: 'shows', who: 'admin', summary: 'Add', bodyLimit: 9,
    body: z.object({}), status: 201, returns: show, mayBeEmpty: true });`;
  expect(slim(call)).toBe(
    "export const addShow = { method: 'POST', path: '/api/shows', who: 'admin', status: 201, mayBeEmpty: true };",
  );
});

test('lets the bundler drop unused schemas and the schemas that they consist of', () => {
  expect(slim("const a = z.string(); export const b = a.max(3).meta({ id: 'B' });")).toBe(
    "const a = /* @__PURE__ */ (() => z.string())(); export const b = /* @__PURE__ */ (() => a.max(3).meta({ id: 'B' }))();",
  );
});

test('keeps limits, messages and rules', () => {
  const rules =
    "export const MAX = 30; const NAMES = ['a']; export function canEdit() { return MAX; }";
  expect(slim(rules)).toBe(rules);
});

test("drops zod's configuration", () => {
  expect(slim('z.config({ jitless: true });')).toBe('');
});
