import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateArchive, ROTATING } from '../../../tests/support/generated-archive.ts';
import { runTool } from '../../../tests/support/run-tool.ts';
import { createEvaluator } from './model/evaluation.ts';
import type { PlayedShow } from './model/played-shows.ts';
import { walkForward } from './model/walk-forward.ts';

const SHOW_COUNT = 40;
const archive = generateArchive(ROTATING, SHOW_COUNT);

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-odds-'));
  file = join(folder, 'shows.jsonl.gz');
  await writeFile(file, gzipSync(archive.map(toLine).join('\n')));
});
afterAll(() => rm(folder, { recursive: true }));

function toLine({ songs, ...show }: PlayedShow, n: number): string {
  const encoreFrom = songs.length - 2;
  const rows = songs.map(({ song }, index) => {
    const encore = index >= encoreFrom;
    return { title: song, set: encore ? 'E' : '1', encore };
  });
  return JSON.stringify({ id: `${n}`, ...show, songs: rows });
}

it('prints the evaluation of the last shows as JSON, each forecast from the shows before it', async () => {
  const { code, stdout } = await runTool('odds', [file, '--last', '5', '--json']);
  expect(code).toBe(0);
  const evaluation = createEvaluator();
  for (const { show, forecasts } of walkForward(archive, 5))
    evaluation.add(forecasts['the model'], show);
  const expected = Object.entries(evaluation.summary()).map(([name, value]) => [
    name,
    Number(Number(value).toFixed(4)),
  ]);
  expect(JSON.parse(stdout)).toEqual(Object.fromEntries(expected));
  expect(JSON.parse(stdout)).toMatchObject({ shows: 5 });
});

it('prints a table of the model and three baselines', async () => {
  const { code, stdout } = await runTool('odds', [file, '--last', '3']);
  expect(code).toBe(0);
  const [first, , header, ...rows] = stdout.trimEnd().split('\n');
  expect(first).toMatch(new RegExp(`^3 of ${SHOW_COUNT} shows, in \\d+\\.\\d s$`));
  expect(header?.trim().split(/\s+/)).toEqual(
    expect.arrayContaining(['p10', 'p25', 'r25', 'points', 'next5', 'next20', 'ece']),
  );
  expect(rows.map((row) => row.replaceAll(/[\d.\s]+/g, ' ').trim())).toEqual([
    'the model',
    'most played of the last shows',
    'most played, rested',
    'last show',
  ]);
});

it('prints numbers for an archive of three shows, which is too short for training', async () => {
  const shortFile = join(folder, 'three.jsonl');
  await writeFile(shortFile, archive.slice(0, 3).map(toLine).join('\n'));
  const { code, stdout } = await runTool('odds', [shortFile]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('the model')]);
  expect(stdout).not.toContain('NaN');
  const { stdout: json } = await runTool('odds', [shortFile, '--json']);
  expect(Object.values(JSON.parse(json))).not.toContain(null);
});

it.each([
  ['no file', [], 2, 'Usage: npm run odds'],
  ['no number of shows', ['FILE', '--last', 'all'], 2, 'Usage: npm run odds'],
  ['a missing file', ['missing.jsonl'], 1, 'missing.jsonl'],
])('explains %s and exits with a code', async (_, args, code, message) => {
  const output = await runTool('odds', args);
  expect([output.code, output.stdout]).toEqual([code, '']);
  expect(output.stderr).toContain(message);
});
