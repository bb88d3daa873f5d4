import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { detectFileKind, findSizeError, packFiles } from './pack-files.ts';

const MB = 1024 * 1024;
const { signal } = new AbortController();
const makeFile = (name: string, ...parts: BlobPart[]) => new File(parts, name);

test('rejects files that are too large or too many by their sizes alone', () => {
  const listSizes = (...bytes: number[]) => bytes.map((size) => ({ size }));
  expect(findSizeError(listSizes(64 * MB))).toBeUndefined();
  expect(findSizeError(listSizes(64 * MB, 1))).toBe(
    'These files are 65 MB in total. The limit is 64 MB. Import them in several parts: nothing is imported twice.',
  );
  expect(findSizeError(Array(501).fill({ size: 1 }))).toBe('Choose at most 500 files.');
});

test('compresses files that are not compressed yet and keeps their names', async () => {
  const packed = new Uint8Array(gzipSync('packed'));
  const form = await packFiles([makeFile('a.json', 'plain'), makeFile('b.gz', packed)], signal);
  const files = form.getAll('files') as File[];
  const contents = await Promise.all(
    files.map(async (file) => [file.name, gunzipSync(await file.arrayBuffer()).toString()]),
  );
  expect(contents).toEqual([
    ['a.json', 'plain'],
    ['b.gz', 'packed'],
  ]);
});

test('rejects files that are too large even when compressed', async () => {
  const createLargeFile = () => {
    const bytes = new Uint8Array(17 * MB);
    bytes.set([0x1f, 0x8b]);
    return makeFile('large.gz', bytes);
  };
  await expect(packFiles([createLargeFile(), createLargeFile()], signal)).rejects.toThrow(
    'These files are larger than 32 MB when compressed.',
  );
});

test('stops compressing when canceled', async () => {
  const canceled = AbortSignal.abort();
  await expect(packFiles([makeFile('a', 'x')], canceled)).rejects.toThrow('aborted');
});

test.each([
  ['shows', '{"id": 1, "date": "1977-05-08", "songs": []}\n{"id": 2}'],
  ['setlistfm', '{"type":"setlists","itemsPerPage":20,"page":1,"total":0,"setlist":[]}'],
  ['songfish', '{"error":false,"error_message":"","data":[]}'],
  [undefined, '<html>'],
  [undefined, ''],
])('detects a file of kind %s by its content, compressed or not', async (kind, text) => {
  const bytes = new Uint8Array(gzipSync(text + ' '.repeat(2 * MB)));
  expect(await detectFileKind(makeFile('a', text))).toBe(kind);
  expect(await detectFileKind(makeFile('a', bytes))).toBe(kind);
});

test('detects the kind from the same number of characters as the server, regardless of encoding and chunk size', async () => {
  const text = `{"id": "${'€'.repeat(4000)}", "date": "1977-05-08"}`;
  const file = makeFile('a', text);
  file.slice = (...range) => {
    const part = new Blob([text]).slice(...range);
    part.stream = () => new Blob([text]).stream().pipeThrough(splitIntoChunks(1024));
    return part;
  };
  expect(await detectFileKind(file)).toBe('shows');
});

function splitIntoChunks(size: number) {
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      for (let start = 0; start < chunk.length; start += size)
        controller.enqueue(chunk.slice(start, start + size));
    },
  });
}
