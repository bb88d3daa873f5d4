import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  type BackupHeader,
  HEADER_BYTES,
  readHeader,
  serializeHeader,
} from '#server/backups/backup-file.ts';

export interface Forgery {
  header: BackupHeader;
  rows: Map<string, Buffer>;
  pack: (rows: Buffer) => Buffer;
}

/** Rewrites a backup with matching hashes, like an attacker who knows the format. */
export async function forgeBackup(path: string, forge: (forgery: Forgery) => void): Promise<void> {
  const header = await readHeader(path);
  const body = gunzipSync((await readFile(path)).subarray(HEADER_BYTES));
  const rows = new Map<string, Buffer>();
  let start = 0;
  for (const { name, bytes } of header.tables) {
    rows.set(name, body.subarray(start, start + bytes));
    start += bytes;
  }
  const forgery: Forgery = { header, rows, pack: (bytes) => gzipSync(bytes) };
  forge(forgery);
  const tables = header.tables.map((table) => {
    const bytes = rows.get(table.name) ?? Buffer.alloc(0);
    return { ...table, bytes: bytes.length, sha256: sha256(bytes) };
  });
  const packed = forgery.pack(Buffer.concat([...rows.values()]));
  const backupHead = { ...header, tables, body: { bytes: packed.length, sha256: sha256(packed) } };
  await writeFile(path, Buffer.concat([serializeHeader(backupHead), packed]));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
