import { createHash } from 'node:crypto';
import { band } from '#contract/band.ts';
import { assertRestorable } from './assert-restorable.ts';
import {
  type BackupHeader,
  checkBackup,
  createDamagedError,
  type SavedTable,
} from './backup-file.ts';
import { wrapFileErrors } from './load-tables.ts';
import { type BodyReader, openBody } from './read-body.ts';

export interface BackupContents {
  header: BackupHeader;
  siteName: string | null;
  bandName: string | null;
}

const MAX_BAND_BYTES = 1024 * 1024;

/** Throws a `BackupError` unless the whole file is intact and this version can restore it. */
export async function inspectBackup(path: string): Promise<BackupContents> {
  const header = await checkBackup(path);
  assertRestorable(path, header);
  let bandRows = '';
  await wrapFileErrors(path, async () => {
    const body = openBody(path);
    try {
      for (const table of header.tables) {
        const rows = await readTable(path, table, body);
        if (table.name === 'band_settings') bandRows = rows;
      }
      await body.assertAtEnd();
    } finally {
      body.close();
    }
  });
  return { header, ...readNames(header, bandRows) };
}

async function readTable(path: string, table: SavedTable, body: BodyReader): Promise<string> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let keptBytes = 0;
  for await (const chunk of body.take(table.bytes)) {
    hash.update(chunk);
    if (keptBytes > MAX_BAND_BYTES) continue;
    keptBytes += chunk.length;
    chunks.push(chunk);
  }
  if (hash.digest('hex') !== table.sha256)
    throw createDamagedError(path, `its rows of ${table.name} don’t match their checksum`);
  return table.name === 'band_settings' ? Buffer.concat(chunks).toString('utf8') : '';
}

function readNames(header: BackupHeader, bandRows: string) {
  const table = header.tables.find(({ name }) => name === 'band_settings');
  const values = bandRows.split('\n', 1)[0]?.split('\t') ?? [];
  const text = values[table?.columns.indexOf('facts') ?? -1];
  const names = band.pick({ productName: true, bandName: true }).safeParse(parseCopiedJson(text));
  return { siteName: names.data?.productName ?? null, bandName: names.data?.bandName ?? null };
}

/** COPY writes a backslash twice. JSON has no other characters that COPY escapes. */
function parseCopiedJson(text = ''): unknown {
  try {
    return JSON.parse(text.replaceAll('\\\\', '\\'));
  } catch {
    return undefined;
  }
}
