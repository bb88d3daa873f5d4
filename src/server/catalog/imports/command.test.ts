import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getLatestImport, type ImportJob, importQuery, undoImport } from '#contract/imports.ts';
import type { Show } from '#contract/shows.ts';
import { buildUrl } from '#contract/url.ts';
import { DEFAULT_START, formatShowLine, toBytes } from '../../../../tests/support/archives.ts';
import { buildProgramArgs } from '../../../../tests/support/processes.ts';
import { runTool } from '../../../../tests/support/run-tool.ts';
import { openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { importThroughServer } from '../../../../tools/import/import-through-server.ts';
import { connectionUrl } from '../../db/open.ts';
import { shows } from '../../db/schema/shows.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'called-it-import-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const listNames = async () => {
  const shows: Show[] = (await app.admin.get('/api/shows')).json();
  return shows.map(({ name }) => name);
};

test('opens the database itself when no server runs, and reports missing options', async () => {
  const file = join(folder, 'shows.jsonl');
  await writeFile(file, formatShowLine({ venue: 'By command' }, 'Ember'));
  const env = { DATA_DIR: folder, DATABASE_URL: connectionUrl(app.database.db) };
  const { stderr } = await runTool('import', ['shows', file], env);
  expect(stderr).toContain('Enter the default start time and time zone');
  const args = ['shows', file, '--start', '19:30', '--zone', 'America/New_York'];
  const run = async (...extraArgs: string[]) => {
    const program = [...buildProgramArgs('tools/import.ts'), ...args, ...extraArgs];
    return (await promisify(execFile)(process.execPath, program, { cwd: folder, env })).stdout;
  };
  const preview = await run('--dry-run');
  expect(preview).toContain('Shows: 1 new, 0 changed, 0 unchanged\nSongs: 1, 1 of them new');
  expect(preview).toContain('May 8, 1977, 7:30 PM (America/New_York): By command');
  expect(await app.database.db.$count(shows)).toBe(0);
  const stdout = await run();
  expect(stdout).toContain('Shows: 1 new, 0 unchanged\nSongs: 1 new\n');
  expect(await listNames()).toEqual(['By command']);
  const { id, ...job }: ImportJob = (await app.admin.get(getLatestImport.path)).json();
  expect(job).toMatchObject({ state: 'done', source: 'shows', done: 1, total: 1 });
  const response = await app.admin.post(buildUrl(undoImport.path, { params: { id } }));
  expect(response.json()).toMatchObject({ id, state: 'undone' });
  expect(await listNames()).toEqual([]);
});

test('imports through a running server, whose pages show the new shows immediately', async () => {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const bytes = toBytes(formatShowLine({ id: 'there', date: '1990-01-01', venue: 'There' }));
  const query = importQuery.parse({ kind: 'shows', ...DEFAULT_START });
  const request = { query, files: [{ name: 'shows.jsonl', bytes }], isDryRun: false };
  await listNames();
  await importThroughServer({ ...request, isDryRun: true }, { port, admin: app.admin });
  expect(print.mock.calls.join('\n')).toContain('Shows: 1 new, 0 changed');
  expect(await listNames()).not.toContain('There');
  await importThroughServer(request, { port, admin: app.admin });
  expect(print.mock.calls.join('\n')).toContain('Shows: 1 new');
  print.mockRestore();
  expect(await listNames()).toContain('There');
  const anonymous = importThroughServer(request, { port, admin: undefined });
  await expect(anonymous).rejects.toThrow(
    'A server runs on this database. Import on its Setup tab',
  );
});
