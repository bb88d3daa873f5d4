import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startImportBody } from '#contract/imports.ts';
import type { Show } from '#contract/shows.ts';
import { linesBody, showLine } from '../../../tests/support/archives.ts';
import { sourceProgram } from '../../../tests/support/processes.ts';
import { runTool } from '../../../tests/support/run-tool.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { importThere } from '../../../tools/import/import-there.ts';
import { urlOf } from '../db/open.ts';

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

test('without a server the command opens the database itself, and says what is missing', async () => {
  const file = join(folder, 'shows.jsonl');
  await writeFile(file, showLine({ venue: 'By command' }, 'Ember'));
  const env = { DATA_DIR: folder, DATABASE_URL: urlOf(server.database.db) };
  const { complains } = await runTool('import', ['shows', file], env);
  expect(complains).toContain('Say when shows usually start, and in which zone');
  const args = ['shows', file, '--start', '19:30', '--zone', 'America/New_York'];
  const program = [...sourceProgram('tools/import.ts'), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: folder, env });
  expect(stdout).toContain('Shows: 1 new, 0 unchanged\nSongs: 1 new\n');
  expect(await namesOf()).toEqual(['By command']);
});

test('with one the server imports, and its pages show at once what came', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const body = startImportBody.parse(
    linesBody(showLine({ id: 'there', date: '1990-01-01', venue: 'There' })),
  );
  await namesOf();
  await importThere(body, { port, admin: server.admin });
  expect(print.mock.calls.join('\n')).toContain('Shows: 1 new');
  print.mockRestore();
  expect(await namesOf()).toContain('There');
  const nobody = importThere(body, { port, admin: undefined });
  await expect(nobody).rejects.toThrow('A server runs on this database. Import on its Setup tab');
});
