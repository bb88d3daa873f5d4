import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFreshSite } from '../../../tests/support/fresh-site.ts';
import { sendPart } from '../../../tests/support/send-backup.ts';
import { HEADER_BYTES } from './backup-file.ts';
import { UPLOADS_KEPT } from './retention.ts';

const site = createFreshSite();
const { post, listFiles, beginUpload, upload, forge, expectUntouched } = site;

test.each<[string, RegExp, () => Promise<Buffer<ArrayBuffer>>]>([
  [
    'is not a backup',
    /^The file tour\.backup is not a Called It backup\.$/,
    async () => Buffer.alloc(HEADER_BYTES, 'x'),
  ],
  [
    'was changed',
    /^The backup tour\.backup is damaged: its checksum does not match/,
    async () => {
      const bytes = Buffer.from(site.otherSite);
      bytes[HEADER_BYTES + 500] = (bytes[HEADER_BYTES + 500] ?? 0) ^ 1;
      return bytes;
    },
  ],
  [
    'is truncated',
    /^The backup tour\.backup is damaged: it is truncated, and 10 bytes are missing/,
    async () => site.otherSite.subarray(0, -10),
  ],
  [
    'is from a newer version',
    /^The backup tour\.backup has an unknown schema .* a newer one\.$/,
    () =>
      forge(({ header }) => {
        header.schema = { tag: '9999_future', when: 9 };
      }),
  ],
  [
    'lists different rows than it contains',
    /rows of songs don’t match|more rows than/,
    () =>
      forge((forgery) => {
        const { pack } = forgery;
        forgery.pack = (rows) => pack(Buffer.concat([rows, Buffer.from('more\n')]));
      }),
  ],
])('rejects an upload that %s, changes nothing and leaves no file', async (_, message, build) => {
  const response = await upload(await build());
  expect(response.statusCode).toBe(400);
  expect(response.json().message).toMatch(message);
  expect(await listFiles()).toEqual([]);
  await expectUntouched();
});

test('removes the oldest uploads after an upload and before the next one', async () => {
  const names: string[] = [];
  for (let n = 0; n <= UPLOADS_KEPT; n += 1) names.push(await site.addToFolder());
  const keptFiles = names.slice(1).map((name) => `${name}.backup`);
  expect((await listFiles()).toSorted()).toEqual(keptFiles);
  const folder = join(site.dataDir, 'backups');
  await copyFile(
    join(folder, keptFiles[0] ?? ''),
    join(folder, '2020-01-01-120000-uploaded.backup'),
  );
  await beginUpload(100);
  expect((await listFiles()).filter((name) => name.endsWith('.backup')).toSorted()).toEqual(
    keptFiles,
  );
});

test('reports the name of the rejected file unchanged', async () => {
  const bytes = Buffer.alloc(HEADER_BYTES, 'x');
  const { id } = (await post('/uploads', { fileName: '$& $1', bytes: bytes.length })).json();
  await sendPart(site.app.visitor, id, 0, bytes);
  expect((await post(`/uploads/${id}`)).json().message).toContain('The file $& $1 is not');
});

test('rejects uploads that are too large, larger than announced or incomplete', async () => {
  const tooLarge = await post('/uploads', { fileName: 'x', bytes: 3 * 1024 ** 3 });
  expect([tooLarge.statusCode, tooLarge.json().message]).toEqual([
    400,
    expect.stringMatching(/^The file is larger than 2 GB/),
  ]);
  site.setFreeBytes(0);
  const noSpace = await post('/uploads', { fileName: 'x', bytes: 1000 });
  expect([noSpace.statusCode, noSpace.json().message]).toEqual([
    507,
    expect.stringMatching(/^Not enough space for the upload/),
  ]);
  site.setFreeBytes(Number.POSITIVE_INFINITY);
  const id = await beginUpload(100);
  expect((await sendPart(site.app.visitor, id, 0, new Uint8Array(101))).statusCode).toBe(413);
  expect((await sendPart(site.app.visitor, id, 90_000, new Uint8Array(1))).statusCode).toBe(400);
  const otherId = await beginUpload(200);
  expect((await sendPart(site.app.visitor, id, 0, new Uint8Array(1))).statusCode).toBe(404);
  expect((await sendPart(site.app.visitor, otherId, 0, new Uint8Array(199))).statusCode).toBe(204);
  expect(await listFiles()).toHaveLength(1);
  const incomplete = await post(`/uploads/${otherId}`);
  expect([incomplete.statusCode, incomplete.json().message]).toEqual([
    400,
    'The upload was incomplete. Choose the file again.',
  ]);
  expect(await listFiles()).toEqual([]);
  await expectUntouched();
});
