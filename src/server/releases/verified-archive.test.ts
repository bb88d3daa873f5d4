import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeChecksum } from '../../../tests/support/fake-release.ts';
import { openVerifiedArchive } from './verified-archive.ts';

let folder: string;
let archive: string;
let download: string;
let server: Server;
let site: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const bytes = await readFile(join(folder, request.url ?? '')).catch(() => undefined);
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-verify-'));
  archive = join(folder, 'new.tar.gz');
  download = join(folder, 'download');
  await writeFile(archive, 'the archive');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (source: string, sha256?: string) => openVerifiedArchive(source, { download, sha256 });

test('returns a file whose checksum is in SHA256SUMS next to it, or was given', async () => {
  await writeChecksum(archive);
  expect(await open(archive)).toBe(archive);
  const [hash = ''] = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).split(' ');
  await rm(join(folder, 'SHA256SUMS'));
  expect(await open(archive, hash.toUpperCase())).toBe(archive);
});

test('downloads a URL and the checksums next to it', async () => {
  await writeChecksum(archive);
  expect(await open(`${site}/new.tar.gz`)).toBe(download);
  expect(await readFile(download, 'utf8')).toBe('the archive');
});

test("rejects a file whose checksum doesn't match", async () => {
  await writeChecksum(archive);
  await writeFile(archive, 'another archive');
  await expect(open(archive)).rejects.toThrow(
    'new.tar.gz does not match the expected checksum: it is damaged or was replaced. Nothing was changed.',
  );
  await expect(open(`${site}/new.tar.gz`)).rejects.toThrow('does not match');
});

test('rejects a file without a checksum', async () => {
  await expect(open(archive)).rejects.toThrow("SHA256SUMS next to new.tar.gz doesn't list it");
  await writeFile(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  old.tar.gz\n`);
  await expect(open(archive)).rejects.toThrow("SHA256SUMS next to new.tar.gz doesn't list it");
  await expect(open(archive, 'abc')).rejects.toThrow('64 hexadecimal digits');
});

test.each([
  ['a file that does not exist', 'missing.tar.gz', 'The file missing.tar.gz does not exist.'],
  ['plain http', 'http://example.org/new.tar.gz', 'is not a URL that starts with https'],
  ['another protocol', 'ftp://example.org/new.tar.gz', 'is not a URL that starts with https'],
])('rejects %s', async (_what, source, message) => {
  await expect(open(source)).rejects.toThrow(message);
  expect(await readdir(folder)).toEqual(['new.tar.gz']);
});

test('rejects a URL that returns an error, or does not respond', async () => {
  await expect(open(`${site}/missing/new.tar.gz`)).rejects.toThrow(
    `${site}/missing/SHA256SUMS returned 404. Nothing was changed.`,
  );
  await expect(open('http://127.0.0.1:1/new.tar.gz')).rejects.toThrow(
    /^127\.0\.0\.1:1 does not respond/,
  );
});
