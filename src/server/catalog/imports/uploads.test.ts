import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { type ImportPreview, previewImport, startImport } from '#contract/imports.ts';
import { buildUrl } from '#contract/url.ts';
import {
  buildFmPage,
  buildFmSetlist,
  buildLinesUpload,
  buildUpload,
  DEFAULT_START,
  encodeForm,
  formatShowLine,
  upload,
} from '../../../../tests/support/archives.ts';
import { createImportClient } from '../../../../tests/support/import-client.ts';
import { openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { auditLog } from '../../db/schema/audit.ts';
import { importedShows, importedSongs, importRuns } from '../../db/schema/imports.ts';
import { liveSetlistSongs } from '../../db/schema/setlists.ts';
import { shows } from '../../db/schema/shows.ts';
import { songs } from '../../db/schema/songs.ts';

let app: TestApp;
let client: ReturnType<typeof createImportClient>;
beforeAll(async () => {
  app = await openTestApp();
  client = createImportClient(app);
  // Adds an unrelated row to every table that an import writes.
  await client.load(
    formatShowLine({ id: 'unrelated', date: '1990-01-01', venue: 'Other Hall' }, 'Ember'),
  );
});
afterAll(() => app.close());

async function readEverything() {
  const { db } = app.database;
  const tables = [
    shows,
    songs,
    liveSetlistSongs,
    importedShows,
    importedSongs,
    importRuns,
    auditLog,
  ];
  return Promise.all(tables.map((table) => db.select().from(table as typeof shows)));
}

const day = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10);
const buildGoodShows = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    formatShowLine({ id: `new ${n}`, date: day(n) }, `New ${n}`),
  );
const tooLong = formatShowLine(
  { id: 'long' },
  ...Array.from({ length: 9_000 }, (_, n) => `Song ${n}`),
);

test.each([
  ['a show of 9,000 songs', tooLong, 'line 151: a set has 9000 songs; at most 60 are allowed'],
  ['a broken line', '{"id"', 'line 151: this is not JSON'],
])('stores nothing from a file that ends with %s', async (_, last, message) => {
  const previousContent = await readEverything();
  for (const endpoint of [startImport, previewImport]) {
    const response = await upload(
      app.admin,
      buildLinesUpload(...buildGoodShows(150), last),
      endpoint,
    );
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  }
  expect(await readEverything()).toEqual(previousContent);
});

test('writes nothing if the last saved response is broken', async () => {
  const previousContent = await readEverything();
  const pages = { first: buildFmPage([buildFmSetlist({}, ['New song'])]), broken: '{"page": 2' };
  const query = { kind: 'setlistfm', ...DEFAULT_START } as const;
  const response = await upload(app.admin, buildUpload(query, pages));
  expect([response.statusCode, response.json().message]).toEqual([
    400,
    expect.stringMatching(/^broken: this is not JSON.*Nothing was imported/),
  ]);
  expect(await readEverything()).toEqual(previousContent);
});

test('rejects files that are too large or too many', async () => {
  const large = buildUpload(buildLinesUpload().query, {
    a: new Uint8Array(IMPORT_LIMITS.uploadBytes),
    b: new Uint8Array(1),
  });
  expect((await upload(app.admin, large)).json()).toMatchObject({
    statusCode: 413,
    message: expect.stringContaining('The files are larger than 32 MB in total.'),
  });
  const names = Array.from({ length: IMPORT_LIMITS.files + 1 }, (_, n) => [`${n}`, 'x']);
  const many = buildUpload(buildLinesUpload().query, Object.fromEntries(names));
  expect((await upload(app.admin, many)).json()).toMatchObject({
    statusCode: 413,
    message: 'An import can have at most 500 files.',
  });
});

test('rejects an incomplete form', async () => {
  const { query, form } = buildLinesUpload(formatShowLine());
  const { headers, body } = await encodeForm(form);
  const url = buildUrl(startImport.path, { query });
  const response = await app.admin.post(url, body.subarray(0, -10), headers);
  expect([response.statusCode, response.json().message]).toEqual([
    400,
    'The upload was incomplete. Send the files again.',
  ]);
});

test('accepts the next import after an interrupted upload', async () => {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const { query, form } = buildLinesUpload(formatShowLine({ id: 'cut' }));
  const { headers, body } = await encodeForm(form);
  const previousContent = await readEverything();
  const received = once(app.fastify.server, 'request');
  const cut = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: buildUrl(startImport.path, { query }),
    headers: { ...headers, cookie: app.admin.cookie, 'content-length': body.byteLength },
  });
  const closing = new Promise((resolve) => cut.on('error', () => {}).once('close', resolve));
  cut.write(body.subarray(0, 100));
  const isBusy = async () => (await upload(app.admin, buildLinesUpload('{'))).statusCode === 409;
  const [arrived]: IncomingMessage[] = await received;
  await expect.poll(() => arrived?.readableFlowing).toBe(true);
  expect(await isBusy()).toBe(true);
  cut.destroy();
  await closing;
  await expect.poll(isBusy).toBe(false);
  expect(await readEverything()).toEqual(previousContent);
});

test('previews shows, unknown songs and the first start times, and writes nothing', async () => {
  await client.load(
    formatShowLine({ id: 'kept', date: '1990-01-02', venue: 'Kept' }, 'Ember'),
    formatShowLine({ id: 'corrected', date: '1990-01-03', venue: 'Corrected' }, 'Ember'),
  );
  const previousContent = await readEverything();
  const lines = buildLinesUpload(
    formatShowLine({ id: 'kept', date: '1990-01-02', venue: 'Kept' }, 'Ember'),
    formatShowLine({ id: 'corrected', date: '1990-01-03', venue: 'Corrected' }, 'Gale by Day'),
    formatShowLine({ id: 'late', date: '1990-01-04', order: 2, venue: 'Late' }, 'Harbor', 'Isle'),
    formatShowLine(
      { id: 'early', date: '1990-01-04', order: 1, venue: 'Early' },
      'Juniper',
      'Kestrel',
    ),
  );
  const response = await upload(app.admin, lines, previewImport);
  const preview: ImportPreview = response.json();
  expect(preview).toMatchObject({
    isFirstPage: false,
    shows: { new: 2, changed: 1, unchanged: 1 },
    songs: { all: 6, unknown: 5 },
    doubt: '5 of 6 songs are new. Is this the right band?',
  });
  expect(preview.lines.slice(0, 2)).toEqual([
    'Shows: 2 new, 1 changed, 1 unchanged',
    'Songs: 6, 5 of them new',
  ]);
  expect(preview.firstShows.map(({ name, date }) => `${name} ${date}`)).toEqual([
    'Kept 1990-01-03T00:30:00.000Z',
    'Corrected 1990-01-04T00:30:00.000Z',
    'Early 1990-01-05T00:30:00.000Z',
    'Late 1990-01-05T02:30:00.000Z',
  ]);
  expect(await readEverything()).toEqual(previousContent);
});
