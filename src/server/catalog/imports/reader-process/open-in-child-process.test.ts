import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DEFAULT_START, formatShowLine, toBytes } from '../../../../../tests/support/archives.ts';
import { toExitError } from './connect-reader.ts';
import { openInChildProcess } from './open-in-child-process.ts';

const MB = 1024 * 1024;
const buildShowsRequest = (bytes: Uint8Array) => ({
  kind: 'shows' as const,
  defaultStart: DEFAULT_START,
  files: [{ name: 'shows.jsonl', bytes }],
});

test('reads files in a child process, page by page', async () => {
  const lines = Array.from({ length: 150 }, (_, n) =>
    formatShowLine(
      { id: n, date: new Date(n * 86_400_000).toISOString().slice(0, 10) },
      'Ember',
      '',
    ),
  );
  const archive = await openInChildProcess(buildShowsRequest(toBytes(lines.join('\n'))));
  const pages: number[] = [];
  for await (const { shows } of archive.pages) pages.push(shows.length);
  expect(pages).toEqual([100, 50]);
  expect(archive.importCounts.byKey).toMatchObject({ unknownSongs: 150 });
});

test('reports why a file is rejected', async () => {
  await expect(openInChildProcess(buildShowsRequest(toBytes('{')))).rejects.toThrow(
    'shows.jsonl, line 1: this is not JSON: “{…”. Nothing was imported.',
  );
});

test('survives and reports a file that takes too much memory', async () => {
  // JSON.parse allocates an object for each before their count can be checked.
  const nested = `{"data":[${'{},'.repeat(5 * MB)}{}]}`;
  const request = {
    kind: 'songfish' as const,
    site: 'lanterns.example',
    defaultStart: DEFAULT_START,
  };
  const files = [{ name: 'a', bytes: new Uint8Array(gzipSync(nested)) }];
  await expect(openInChildProcess({ ...request, files })).rejects.toThrow(
    'The files: reading them takes too much memory. Nothing was imported.',
  );
});

test.each([
  [null, 'SIGABRT', 'ImportStoppedError'],
  [null, 'SIGKILL', 'ImportStoppedError'],
  [134, null, 'ImportStoppedError'],
  [1, null, 'Error'],
  [0, null, 'Error'],
] as const)('reports an exit with code %s and signal %s as %s', (code, signal, name) => {
  const { name: errorName, message } = toExitError(code, signal);
  expect(errorName).toBe(name);
  expect(message.includes('memory')).toBe(name === 'ImportStoppedError');
});

test('reports an unexpected error of the reader with its cause', async () => {
  const withoutBytes = buildShowsRequest(undefined as unknown as Uint8Array);
  const error = await openInChildProcess(withoutBytes).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: 'Error',
    message: 'The process that reads import files failed',
    cause: { name: 'TypeError' },
  });
});

test('stops and reports a file that takes too long to read', async () => {
  await expect(
    openInChildProcess(buildShowsRequest(toBytes(formatShowLine())), undefined, 0),
  ).rejects.toThrow('The files: reading them takes more than 0 s. Nothing was imported.');
});

test('stops reading when the client disconnects', async () => {
  const disconnection = new AbortController();
  const opening = openInChildProcess(
    buildShowsRequest(toBytes(formatShowLine())),
    disconnection.signal,
  );
  disconnection.abort(new Error('the client disconnected'));
  await expect(opening).rejects.toThrow('the client disconnected');
});

test('stops reading when the archive is closed', async () => {
  const archive = await openInChildProcess(buildShowsRequest(toBytes(formatShowLine())));
  archive.close?.();
  const readAll = async () => {
    for await (const _ of archive.pages);
  };
  await expect(readAll()).rejects.toThrow('The files: reading them was stopped.');
});
