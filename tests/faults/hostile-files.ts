import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { updateBand } from '#contract/band-settings.ts';
import {
  getLatestImport,
  type ImportQuery,
  previewImport,
  startImport,
} from '#contract/imports.ts';
import { buildUrl } from '#contract/url.ts';
import { percentile } from '../../bench/load/report.ts';
import { startSeededProduct } from '../crowd/seeded-product.ts';
import { sendOrThrow } from '../nodes/api-client.ts';
import { DEFAULT_START, formatShowLine } from '../support/archives.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const TARGET_MS = 100;
const TARGET_MB = 400;
const READ_EVERY_MS = 10;
const MB = 1024 * 1024;

const SITE_FILES: ImportQuery = { kind: 'songfish', site: 'lanterns.example', ...DEFAULT_START };

function createHostileFiles(): Record<string, Uint8Array<ArrayBuffer>> {
  const compress = (text: string | Uint8Array) => new Uint8Array(gzipSync(text));
  const encode = (text: string) => new TextEncoder().encode(text);
  const compressNewlines = (megabytes: number) => compress(new Uint8Array(megabytes * MB).fill(10));
  const createTitleList = (count: number) => Array.from({ length: count }, (_, n) => `Song ${n}`);
  const manyShows = Array.from({ length: 25_000 }, (_, n) =>
    formatShow(n, createTitleList(20)),
  ).join('\n');
  return {
    '10 MB of newlines': compressNewlines(10),
    '30 MB of newlines': compressNewlines(30),
    '120 MB of newlines': compressNewlines(120),
    'a 100 MB gzip bomb': compress(new Uint8Array(100 * MB).fill(120)),
    'a 50 MB line': compress(`{"id":"${'x'.repeat(50 * MB)}"}`),
    'a show with 20,000 songs': encode(formatShow(0, createTitleList(20_000))),
    'JSON nested a million levels deep': encode(`{"id":${'['.repeat(MB - 10)}`),
    '25,000 shows, compressed': compress(manyShows),
    '30 MB of shows, uncompressed': encode(manyShows.slice(0, 30 * MB)),
    'a saved response with five million objects': compress(`{"data":[${'{},'.repeat(5 * MB)}{}]}`),
    '8,000 songs, then an invalid line': compress(
      [...Array.from({ length: 80 }, (_, n) => formatShow(n, createTitles(n))), '{'].join('\n'),
    ),
  };
}

function createTitles(n: number): string[] {
  return Array.from({ length: 100 }, (_, index) => `Song ${n}-${index}`);
}

function formatShow(n: number, titles: readonly string[]): string {
  const date = new Date(n * 86_400_000).toISOString().slice(0, 10);
  const songs = titles.map((title, index) => ({ title, set: `${Math.floor(index / 50)}` }));
  return formatShowLine({ id: `show ${n}`, date, songs });
}

function createHostileTables(): Record<string, string> {
  const header =
    'key,title,album,rarity,category,timesPlayed,firstPlayed,lastPlayed,averagePosition\n';
  return {
    '7 MB of quotes in a table': `${header}${'"'.repeat(7 * MB)}`,
    'a table with a cell of 5 MB': `${header}wick,${'x'.repeat(5 * MB)},,rare,,0,,,`,
    'a table with 100,000 columns': `key,title${',x'.repeat(100_000)}\n`,
    'a table of 1,500 rows with 5,000 columns': `${header}${`wick${','.repeat(5_000)}\n`.repeat(1_500)}`,
    'a table of 49,000 equal rows': `${header}${'wick,Wick,,rare,,0,,,\n'.repeat(49_000)}`,
    'a table of 100,000 rows': `${header}${'a,b,,rare,,0,,,\n'.repeat(100_000)}`,
  };
}

/** `/healthz` keeps responding, memory stays small, and no data from a rejected file is stored. */
export async function runHostileFiles(): Promise<Outcome> {
  const product = await startSeededProduct('embedded', 1);
  try {
    const { url, admin } = product;
    const send = async (
      endpoint: typeof startImport | typeof previewImport,
      file: BlobPart,
      query: ImportQuery = { kind: 'shows', ...DEFAULT_START },
    ) => {
      const form = new FormData();
      form.append('files', new Blob([file]), 'shows');
      const url = buildUrl(product.url + endpoint.path, { query });
      const init = { method: 'POST', headers: { cookie: admin.cookie }, body: form };
      return (await fetch(url, init)).status;
    };
    // A site with the demo's band rejects tables.
    await sendOrThrow(admin, 200, 'PATCH', updateBand.path, { bandName: 'The Testers' });
    const previousCounts = await countRows(product);
    const results: string[] = [];
    const wrongResponses: Record<string, number> = {};
    let slowestP99 = 0;
    const tables = createHostileTables();
    for (const [name, file] of Object.entries({ ...createHostileFiles(), ...tables })) {
      const isTable = Object.hasOwn(tables, name);
      const query = isTable
        ? ({ kind: 'pack' } as const)
        : name.startsWith('a saved response')
          ? SITE_FILES
          : undefined;
      const { result, p99, ms } = await measureHealth(url, send(startImport, file, query));
      results.push(`${name}: ${result} in ${ms} ms, p99 ${p99} ms`);
      if (result !== 400) wrongResponses[`responses to ${name}`] = result;
      slowestP99 = Math.max(slowestP99, p99);
    }
    const hasChanged = JSON.stringify(await countRows(product)) !== JSON.stringify(previousCounts);
    const validFile = new TextEncoder().encode(
      Array.from({ length: 2_000 }, (_, n) =>
        formatShow(n, createTitles(n % 40).slice(0, 25)),
      ).join('\n'),
    );
    const importValidFile = async () => {
      const status = await send(startImport, validFile);
      while ((await sendOrThrow(admin, 200, 'GET', getLatestImport.path)).state === 'running')
        await sleep(200);
      return status;
    };
    const validImports = {
      'preview of 2,000 shows': () => send(previewImport, validFile),
      'import of 2,000 shows': importValidFile,
    };
    for (const [name, work] of Object.entries(validImports)) {
      const { result, p99, ms } = await measureHealth(url, work());
      results.push(`${name}: ${result} in ${ms} ms, p99 ${p99} ms`);
      if (result >= 300) wrongResponses[`responses to ${name}`] = result;
      slowestP99 = Math.max(slowestP99, p99);
    }
    const peak = product.peakMemory();
    for (const line of results) console.log(line);
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${results.length} files, longest p99 of /healthz ${slowestP99} ms, at most ${peak} MB`,
      broken: { ...wrongResponses, 'rejected files that were stored in part': Number(hasChanged) },
      slow: {
        'ms too slow at p99': Math.max(0, slowestP99 - TARGET_MS),
        'extra MB': Math.max(0, (peak ?? 0) - TARGET_MB),
      },
    });
  } finally {
    await product.close();
  }
}

async function countRows({ query }: Pick<Awaited<ReturnType<typeof startSeededProduct>>, 'query'>) {
  return query(
    `select (select count(*) from shows) as shows, (select count(*) from songs) as songs,
       (select count(*) from live_setlist_songs) as rows,
       (select count(*) from imported_shows) as imported,
       (select count(*) from import_runs) as runs`,
  );
}

async function measureHealth<Result>(url: string, others: Promise<Result>) {
  const startedAt = performance.now();
  let isOver = false;
  const pendingResult = others.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const startedAt = performance.now();
    await fetch(`${url}/healthz`).then((response) => response.arrayBuffer());
    times.push(performance.now() - startedAt);
    await sleep(READ_EVERY_MS);
  }
  return {
    result: await pendingResult,
    p99: Math.round(percentile(times, 0.99)),
    ms: Math.round(performance.now() - startedAt),
  };
}
