import { mkdirSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/test-app.ts';

const folder = `${import.meta.dirname}/`;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('a client generated from the OpenAPI document signs in, lists and predicts', async () => {
  const { admin, fastify } = app;
  const date = new Date(app.clock.now + 86_400_000).toISOString();
  const creation = await admin.post('/api/shows', { name: 'The Drydock', city: 'Duluth', date });
  for (const title of ['Ember', 'Fathom', 'Gale', 'Halo'])
    await admin.post('/api/songs', { title });
  const { email, password } = await app.signUp('marigold');

  const description = (await app.visitor.get('/api/openapi.json')).json();
  mkdirSync(`${folder}dist`, { recursive: true });
  writeFileSync(`${folder}dist/api.ts`, astToString(await openapiTS(description)));
  expect(listTypeErrors('example-client.ts')).toEqual([]);

  const { predictNextShow } = await import(/* @vite-ignore */ `${folder}example-client.ts`);
  const baseUrl = await fastify.listen({ port: 0, host: '127.0.0.1' });
  const prediction = await predictNextShow(baseUrl, { email, password });
  expect(prediction.showId).toBe(creation.json().id);
  expect(prediction.songs.map(({ title }: { title: string }) => title)).toEqual([
    'Ember',
    'Fathom',
    'Gale',
  ]);
});

function listTypeErrors(file: string): string[] {
  const program = ts.createProgram([`${folder}${file}`], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
