import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { toBytes } from '../../../../../tests/support/archives.ts';
import { readLines } from './read-lines.ts';
import { createUnpacker, decode } from './unpack.ts';

const MB = 1024 * 1024;
const gzipFile = (text: string) => ({ name: 'shows.gz', bytes: new Uint8Array(gzipSync(text)) });

async function measureSize(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const { byteLength } of chunks) size += byteLength;
  return size;
}

async function collectLines(text: string, maxBytes?: number) {
  const lines: [number, string][] = [];
  const file = { name: 'a', bytes: toBytes(text) };
  for await (const { number, bytes } of readLines(file, createUnpacker(), maxBytes))
    lines.push([number, decode(bytes, 'a')]);
  return lines;
}

test('stops unpacking once all files together exceed the limit', async () => {
  const unpack = createUnpacker(MB);
  expect(await measureSize(unpack(gzipFile('x'.repeat(MB - 2))))).toBe(MB - 2);
  const message = 'shows.gz: the files are larger than 1 MB when unpacked. Nothing was imported.';
  await expect(measureSize(unpack(gzipFile('xxx')))).rejects.toThrow(message);
});

test('counts plain files toward the limit', async () => {
  const file = { name: 'shows', bytes: new Uint8Array(3 * MB).fill(32) };
  await expect(measureSize(createUnpacker(MB)(file))).rejects.toThrow('larger than 1 MB');
});

test('rejects a gzip bomb after a few chunks', async () => {
  const chunks: number[] = [];
  const readAll = async () => {
    for await (const { byteLength } of createUnpacker(MB)(gzipFile('\n'.repeat(100 * MB))))
      chunks.push(byteLength);
  };
  await expect(readAll()).rejects.toThrow('larger than 1 MB');
  expect(Math.max(...chunks)).toBeLessThanOrEqual(64 * 1024);
  expect(chunks.length).toBe(16);
});

const encodeUtf16 = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
const encodeLatin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

test.each([
  ['an empty file', new Uint8Array(), 'a.txt: the file is empty. Nothing was imported.'],
  ['an empty gzip file', new Uint8Array(gzipSync('')), 'a.txt: the file is empty.'],
  ['UTF-16 with a byte order mark', encodeUtf16('{"id": 1}'), 'this is UTF-16 text'],
  [
    'UTF-16 without a byte order mark',
    new Uint8Array(Buffer.from('{"id": 1}', 'utf16le')),
    'UTF-16 text',
  ],
  ['a zip archive', Uint8Array.of(0x50, 0x4b, 3, 4, 9), 'this is a zip archive'],
  ['binary data', Uint8Array.of(1, 2, 0, 3), 'this is neither text nor a complete gzip file'],
  [
    'half a gzip file',
    new Uint8Array(gzipSync('x'.repeat(99))).subarray(0, 20),
    'complete gzip file',
  ],
])('explains why it rejects %s', async (_, bytes, message) => {
  await expect(measureSize(createUnpacker()({ name: 'a.txt', bytes }))).rejects.toThrow(message);
});

test('names the location and the probable encoding of a file', () => {
  expect(() => decode(encodeLatin1('{"venue": "Café du Nord"}'), 'a, line 3')).toThrow(
    'a, line 3: this is not UTF-8, but probably Windows-1252 or Latin-1 (“…venue": "Café du Nord',
  );
  expect(() => decode(Uint8Array.of(0x80, 7), 'a')).toThrow('this is neither text nor');
});

test('numbers lines and skips blank ones', async () => {
  expect(await collectLines('\ufeffone\r\n\n \t\ntwo\n\n')).toEqual([
    [1, 'one\r'],
    [4, 'two'],
  ]);
});

test('joins lines that span several chunks', async () => {
  const long = 'é'.repeat(50_000);
  expect(await collectLines(`${long}\n${long}!`)).toEqual([
    [1, long],
    [2, `${long}!`],
  ]);
});

test('stops at a line that is too long', async () => {
  await expect(collectLines(`one\n${'x'.repeat(MB + 1)}`, MB)).rejects.toThrow(
    'a, line 2: the line is longer than 1 MB. Nothing was imported. Write one show per line.',
  );
});
