import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { type ImportPreview, previewImport, startImport } from '#contract/imports.ts';
import { urlOf } from '#contract/url.ts';
import {
  fmPage,
  fmSetlist,
  linesUpload,
  multipartOf,
  showLine,
  USUAL,
  upload,
  uploadOf,
} from '../../../../tests/support/archives.ts';
import { importClient } from '../../../../tests/support/import-client.ts';
import { openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { auditLog } from '../../db/schema/audit.ts';
import { importedShows, importedSongs, importRuns } from '../../db/schema/imports.ts';
import { liveSetlistSongs } from '../../db/schema/setlists.ts';
import { shows } from '../../db/schema/shows.ts';
import { songs } from '../../db/schema/songs.ts';

let server: TestApp;
let desk: ReturnType<typeof importClient>;
beforeAll(async () => {
  server = await openTestApp();
  desk = importClient(server);
  // Adds an unrelated row to every table that an import writes.
  await desk.load(showLine({ id: 'there', date: '1990-01-01', venue: 'There' }, 'Ember'));
});
afterAll(() => server.close());

async function everything() {
  const { db } = server.database;
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
const good = (count: number) =>
  Array.from({ length: count }, (_, n) => showLine({ id: `new ${n}`, date: day(n) }, `New ${n}`));
const tooLong = showLine({ id: 'long' }, ...Array.from({ length: 9_000 }, (_, n) => `Song ${n}`));

test.each([
  ['a show of 9,000 songs', tooLong, 'line 151: a set has 9000 songs, and may have 60 at most'],
  ['a broken line', '{"id"', 'line 151: this is no JSON'],
])('writes nothing of a file that ends with %s', async (_, last, sentence) => {
  const before = await everything();
  for (const endpoint of [startImport, previewImport]) {
    const answer = await upload(server.admin, linesUpload(...good(150), last), endpoint);
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringContaining(sentence),
    ]);
  }
  expect(await everything()).toEqual(before);
});

test('writes nothing if the last saved response is broken', async () => {
  const before = await everything();
  const pages = { first: fmPage([fmSetlist({}, ['New song'])]), broken: '{"page": 2' };
  const query = { kind: 'setlistfm', ...USUAL } as const;
  const answer = await upload(server.admin, uploadOf(query, pages));
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    expect.stringMatching(/^broken: this is no JSON.*Nothing was imported/),
  ]);
  expect(await everything()).toEqual(before);
});

test('rejects files that are too large or too many', async () => {
  const large = uploadOf(linesUpload().query, {
    a: new Uint8Array(IMPORT_LIMITS.uploadBytes),
    b: new Uint8Array(1),
  });
  expect((await upload(server.admin, large)).json()).toMatchObject({
    statusCode: 413,
    message: expect.stringContaining('The files have more than 32 MB together.'),
  });
  const names = Array.from({ length: IMPORT_LIMITS.files + 1 }, (_, n) => [`${n}`, 'x']);
  const many = uploadOf(linesUpload().query, Object.fromEntries(names));
  expect((await upload(server.admin, many)).json()).toMatchObject({
    statusCode: 413,
    message: 'An import takes 500 files at most.',
  });
});

test('rejects an incomplete form', async () => {
  const { query, form } = linesUpload(showLine());
  const { headers, body } = await multipartOf(form);
  const url = urlOf(startImport.path, { query });
  const answer = await server.admin.post(url, body.subarray(0, -10), headers);
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'The files did not arrive whole. Send them again.',
  ]);
});

test('accepts the next import after an interrupted upload', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const { query, form } = linesUpload(showLine({ id: 'cut' }));
  const { headers, body } = await multipartOf(form);
  const before = await everything();
  const received = once(server.app.server, 'request');
  const cut = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: urlOf(startImport.path, { query }),
    headers: { ...headers, cookie: server.admin.cookie, 'content-length': body.byteLength },
  });
  const closed = new Promise((resolve) => cut.on('error', () => {}).once('close', resolve));
  cut.write(body.subarray(0, 100));
  const isBusy = async () => (await upload(server.admin, linesUpload('{'))).statusCode === 409;
  const [arrived]: IncomingMessage[] = await received;
  // Waits until the handler reads the body.
  await expect.poll(() => arrived?.readableFlowing).toBe(true);
  expect(await isBusy()).toBe(true);
  cut.destroy();
  await closed;
  await expect.poll(isBusy).toBe(false);
  expect(await everything()).toEqual(before);
});

test('previews shows, unknown songs and the first start times, and writes nothing', async () => {
  await desk.load(
    showLine({ id: 'kept', date: '1990-01-02', venue: 'Kept' }, 'Ember'),
    showLine({ id: 'corrected', date: '1990-01-03', venue: 'Corrected' }, 'Ember'),
  );
  const before = await everything();
  const lines = linesUpload(
    showLine({ id: 'kept', date: '1990-01-02', venue: 'Kept' }, 'Ember'),
    showLine({ id: 'corrected', date: '1990-01-03', venue: 'Corrected' }, 'Gale by Day'),
    showLine({ id: 'late', date: '1990-01-04', order: 2, venue: 'Late' }, 'Harbor', 'Isle'),
    showLine({ id: 'early', date: '1990-01-04', order: 1, venue: 'Early' }, 'Juniper', 'Kestrel'),
  );
  const answer = await upload(server.admin, lines, previewImport);
  const preview: ImportPreview = answer.json();
  expect(preview).toMatchObject({
    isFirstPage: false,
    shows: { new: 2, changed: 1, unchanged: 1 },
    songs: { all: 6, unknown: 5 },
    doubt: '5 of 6 songs are unknown here: is this the right band?',
  });
  expect(preview.lines.slice(0, 2)).toEqual([
    'Shows: 2 new, 1 changed, 1 unchanged',
    'Songs: 6, 5 of them unknown here',
  ]);
  expect(preview.firstShows.map(({ name, date }) => `${name} ${date}`)).toEqual([
    'Kept 1990-01-03T00:30:00.000Z',
    'Corrected 1990-01-04T00:30:00.000Z',
    'Early 1990-01-05T00:30:00.000Z',
    'Late 1990-01-05T02:30:00.000Z',
  ]);
  expect(await everything()).toEqual(before);
});
