import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getLatestImport, type ImportJob, importQuery, undoImport } from '#contract/imports.ts';
import type { Show } from '#contract/shows.ts';
import { urlOf } from '#contract/url.ts';
import { bytesOf, showLine, USUAL } from '../../../../tests/support/archives.ts';
import { sourceProgram } from '../../../../tests/support/processes.ts';
import { runTool } from '../../../../tests/support/run-tool.ts';
import { openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { importThere } from '../../../../tools/import/import-there.ts';
import { urlOf as databaseUrlOf } from '../../db/open.ts';
import { shows } from '../../db/schema/shows.ts';

let server: TestApp;
let folder: string;
beforeAll(async () => {
  server = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'called-it-import-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const namesOf = async () => {
  const all: Show[] = (await server.admin.get('/api/shows')).json();
  return all.map(({ name }) => name);
};

test('opens the database itself when no server runs, and reports missing options', async () => {
  const file = join(folder, 'shows.jsonl');
  await writeFile(file, showLine({ venue: 'By command' }, 'Ember'));
  const env = { DATA_DIR: folder, DATABASE_URL: databaseUrlOf(server.database.db) };
  const { stderr } = await runTool('import', ['shows', file], env);
  expect(stderr).toContain('Say when shows usually start, and in which zone');
  const args = ['shows', file, '--start', '19:30', '--zone', 'America/New_York'];
  const run = async (...more: string[]) => {
    const program = [...sourceProgram('tools/import.ts'), ...args, ...more];
    return (await promisify(execFile)(process.execPath, program, { cwd: folder, env })).stdout;
  };
  const preview = await run('--dry-run');
  expect(preview).toContain(
    'Shows: 1 new, 0 changed, 0 unchanged\nSongs: 1, 1 of them unknown here',
  );
  expect(preview).toContain('May 8, 1977, 7:30 PM (America/New_York): By command');
  expect(await server.database.db.$count(shows)).toBe(0);
  const stdout = await run();
  expect(stdout).toContain('Shows: 1 new, 0 unchanged\nSongs: 1 new\n');
  expect(await namesOf()).toEqual(['By command']);
  const { id, ...job }: ImportJob = (await server.admin.get(getLatestImport.path)).json();
  expect(job).toMatchObject({ state: 'done', source: 'shows', done: 1, total: 1 });
  const undone = await server.admin.post(urlOf(undoImport.path, { params: { id } }));
  expect(undone.json()).toMatchObject({ id, state: 'undone' });
  expect(await namesOf()).toEqual([]);
});

test('imports through a running server, whose pages show the new shows at once', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const bytes = bytesOf(showLine({ id: 'there', date: '1990-01-01', venue: 'There' }));
  const query = importQuery.parse({ kind: 'shows', ...USUAL });
  const asked = { query, files: [{ name: 'shows.jsonl', bytes }], isDryRun: false };
  await namesOf();
  await importThere({ ...asked, isDryRun: true }, { port, admin: server.admin });
  expect(print.mock.calls.join('\n')).toContain('Shows: 1 new, 0 changed');
  expect(await namesOf()).not.toContain('There');
  await importThere(asked, { port, admin: server.admin });
  expect(print.mock.calls.join('\n')).toContain('Shows: 1 new');
  print.mockRestore();
  expect(await namesOf()).toContain('There');
  const anonymous = importThere(asked, { port, admin: undefined });
  await expect(anonymous).rejects.toThrow(
    'A server runs on this database. Import on its Setup tab',
  );
});
