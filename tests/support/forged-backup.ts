import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type BackupHead, HEAD_BYTES, headBytes, readHead } from '#server/backups/backup-file.ts';

/** The parts of a backup that can be forged: its head, each table's rows, and the compression. */
export interface Forgery {
  head: BackupHead;
  rows: Map<string, Buffer>;
  pack: (rows: Buffer) => Buffer;
}

/**
 * Rewrites a backup with changes and matching hashes, as an attacker who knows the format would.
 */
export async function forgeBackup(path: string, forge: (forgery: Forgery) => void): Promise<void> {
  const head = await readHead(path);
  const body = gunzipSync((await readFile(path)).subarray(HEAD_BYTES));
  const rows = new Map<string, Buffer>();
  let start = 0;
  for (const { name, bytes } of head.tables) {
    rows.set(name, body.subarray(start, start + bytes));
    start += bytes;
  }
  const forgery: Forgery = { head, rows, pack: (bytes) => gzipSync(bytes) };
  forge(forgery);
  const tables = head.tables.map((table) => {
    const bytes = rows.get(table.name) ?? Buffer.alloc(0);
    return { ...table, bytes: bytes.length, sha256: sha256(bytes) };
  });
  const packed = forgery.pack(Buffer.concat([...rows.values()]));
  const facts = { ...head, tables, body: { bytes: packed.length, sha256: sha256(packed) } };
  await writeFile(path, Buffer.concat([headBytes(facts), packed]));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
