import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, showLine, USUAL } from '../../../../../tests/support/archives.ts';
import { errorOfExit, openInChildProcess } from './open-in-child-process.ts';

const MB = 1024 * 1024;
const wanted = (bytes: Uint8Array) => ({
  kind: 'shows' as const,
  usual: USUAL,
  files: [{ name: 'shows.jsonl', bytes }],
});

test('reads files in a child process, page by page', async () => {
  const lines = Array.from({ length: 150 }, (_, n) =>
    showLine({ id: n, date: new Date(n * 86_400_000).toISOString().slice(0, 10) }, 'Ember', ''),
  );
  const archive = await openInChildProcess(wanted(bytesOf(lines.join('\n'))));
  const pages: number[] = [];
  for await (const { shows } of archive.pages) pages.push(shows.length);
  expect(pages).toEqual([100, 50]);
  expect(archive.handled.counts).toMatchObject({ unknownSongs: 150 });
});

test('reports why a file is rejected', async () => {
  await expect(openInChildProcess(wanted(bytesOf('{')))).rejects.toThrow(
    'shows.jsonl, line 1: this is no JSON: “{…”. Nothing was imported.',
  );
});

test('survives and reports a file that takes too much memory', async () => {
  // JSON.parse allocates an object for each before their count can be checked.
  const nested = `{"data":[${'{},'.repeat(5 * MB)}{}]}`;
  const of = { kind: 'songfish' as const, site: 'lanterns.example', usual: USUAL };
  const files = [{ name: 'a', bytes: new Uint8Array(gzipSync(nested)) }];
  await expect(openInChildProcess({ ...of, files })).rejects.toThrow(
    'The files: they take more memory than an import may. Nothing was imported.',
  );
});

test.each([
  [null, 'SIGABRT', 'ImportStopped'],
  [null, 'SIGKILL', 'ImportStopped'],
  [134, null, 'ImportStopped'],
  [1, null, 'Error'],
  [0, null, 'Error'],
] as const)('takes an exit with code %s by signal %s for %s', (code, signal, name) => {
  const { name: reported, message } = errorOfExit(code, signal);
  expect(reported).toBe(name);
  expect(message.includes('memory')).toBe(name === 'ImportStopped');
});

test('reports an unexpected error of the reader as such, with its cause', async () => {
  const withoutBytes = wanted(undefined as unknown as Uint8Array);
  const error = await openInChildProcess(withoutBytes).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: 'Error',
    message: 'The process that reads import files failed',
    cause: { name: 'TypeError' },
  });
});

test('stops and reports a file that takes too long to read', async () => {
  await expect(openInChildProcess(wanted(bytesOf(showLine())), undefined, 0)).rejects.toThrow(
    'The files: they take more than 0 s to read. Nothing was imported.',
  );
});

test('stops reading when the sender disconnects', async () => {
  const left = new AbortController();
  const opening = openInChildProcess(wanted(bytesOf(showLine())), left.signal);
  left.abort(new Error('they left'));
  await expect(opening).rejects.toThrow('they left');
});

test('stops reading when its pages are no longer needed', async () => {
  const archive = await openInChildProcess(wanted(bytesOf(showLine())));
  archive.close?.();
  const reading = async () => {
    for await (const _ of archive.pages);
  };
  await expect(reading()).rejects.toThrow('The files: their reading was ended.');
});
