import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTextReader } from './file-text.ts';

const MB = 1024 * 1024;
const fileOf = (size: number) => ({ name: 'shows.gz', bytes: gzipSync('x'.repeat(size)) });

test('files are unpacked while other things go on', async () => {
  const read = createTextReader();
  let isElsewhere = false;
  setImmediate(() => {
    isElsewhere = true;
  });
  expect(await read(fileOf(3))).toBe('xxx');
  expect(isElsewhere).toBe(true);
});

test('of what is small and unpacks to more than all may have together no more is unpacked', async () => {
  const read = createTextReader(MB);
  expect(await read(fileOf(MB - 2))).toHaveLength(MB - 2);
  const sentence =
    'shows.gz: unpacked, the files until here are more than 1 MB. Import them in several parts';
  await expect(read(fileOf(3))).rejects.toThrow(sentence);
  // Plain ones count as well.
  await expect(read({ name: 'shows.gz', bytes: new Uint8Array(3) })).rejects.toThrow(sentence);
  expect(await read(fileOf(2))).toBe('xx');
});
