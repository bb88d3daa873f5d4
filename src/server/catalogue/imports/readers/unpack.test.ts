import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf } from '../../../../../tests/support/archives.ts';
import { readLines } from './read-lines.ts';
import { createUnpacker, decode } from './unpack.ts';

const MB = 1024 * 1024;
const packed = (text: string) => ({ name: 'shows.gz', bytes: new Uint8Array(gzipSync(text)) });

async function sizeOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const { byteLength } of chunks) size += byteLength;
  return size;
}

async function linesOf(text: string, most?: number) {
  const lines: [number, string][] = [];
  const file = { name: 'a', bytes: bytesOf(text) };
  for await (const { number, bytes } of readLines(file, createUnpacker(), most))
    lines.push([number, decode(bytes, 'a')]);
  return lines;
}

test('stops unpacking once all files together exceed the limit', async () => {
  const unpack = createUnpacker(MB);
  expect(await sizeOf(unpack(packed('x'.repeat(MB - 2))))).toBe(MB - 2);
  const sentence =
    'shows.gz: unpacked, the files until here are more than 1 MB. Nothing was imported.';
  await expect(sizeOf(unpack(packed('xxx')))).rejects.toThrow(sentence);
});

test('counts plain files toward the limit', async () => {
  const file = { name: 'shows', bytes: new Uint8Array(3 * MB).fill(32) };
  await expect(sizeOf(createUnpacker(MB)(file))).rejects.toThrow('more than 1 MB');
});

test('rejects a gzip bomb after a few chunks', async () => {
  const chunks: number[] = [];
  const reading = async () => {
    for await (const { byteLength } of createUnpacker(MB)(packed('\n'.repeat(100 * MB))))
      chunks.push(byteLength);
  };
  await expect(reading()).rejects.toThrow('more than 1 MB');
  expect(Math.max(...chunks)).toBeLessThanOrEqual(64 * 1024);
  expect(chunks.length).toBe(16);
});

const utf16 = (text: string) => Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

test.each([
  ['an empty file', new Uint8Array(), 'a.txt: the file is empty. Nothing was imported.'],
  ['a gzip of nothing', new Uint8Array(gzipSync('')), 'a.txt: the file is empty.'],
  ['UTF-16 with its mark', utf16('{"id": 1}'), 'this is UTF-16 text'],
  ['UTF-16 without it', new Uint8Array(Buffer.from('{"id": 1}', 'utf16le')), 'UTF-16 text'],
  ['a zip archive', Uint8Array.of(0x50, 0x4b, 3, 4, 9), 'this is a zip archive'],
  ['bytes', Uint8Array.of(1, 2, 0, 3), 'this is neither text nor a whole gzip file'],
  ['half a gzip file', new Uint8Array(gzipSync('x'.repeat(99))).subarray(0, 20), 'whole gzip file'],
])('explains why it rejects %s', async (_, bytes, sentence) => {
  await expect(sizeOf(createUnpacker()({ name: 'a.txt', bytes }))).rejects.toThrow(sentence);
});

test('names the probable encoding of a text, with its place', () => {
  expect(() => decode(latin1('{"venue": "Café du Nord"}'), 'a, line 3')).toThrow(
    'a, line 3: this is not UTF-8, but probably Windows-1252 or Latin-1 (“…venue": "Café du Nord',
  );
  expect(() => decode(Uint8Array.of(0x80, 7), 'a')).toThrow('this is neither text nor');
});

test('numbers lines and skips blank ones', async () => {
  expect(await linesOf('\ufeffone\r\n\n \t\ntwo\n\n')).toEqual([
    [1, 'one\r'],
    [4, 'two'],
  ]);
});

test('joins lines that span several chunks', async () => {
  const long = 'é'.repeat(50_000);
  expect(await linesOf(`${long}\n${long}!`)).toEqual([
    [1, long],
    [2, `${long}!`],
  ]);
});

test('stops at a line that is too long', async () => {
  await expect(linesOf(`one\n${'x'.repeat(MB + 1)}`, MB)).rejects.toThrow(
    'a, line 2: the line has more than 1 MB. Nothing was imported. Write one show in each line.',
  );
});
