import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { BACKUP_REASONS, type BackupReason } from '#contract/backups.ts';

// A file has a plain-text head of fixed size, then the tables' COPY output, compressed with gzip.

export const HEAD_BYTES = 64 * 1024;
const MAGIC = 'called-it backup';
const FORMAT = 1;

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Uncompressed. */
  bytes: z.int(),
  sha256: z.string(),
});

const head = z.object({
  takenAt: z.iso.datetime(),
  /** Absent in files of earlier versions. */
  reason: z.enum(BACKUP_REASONS).optional().catch(undefined),
  /** Broken when it was saved; empty if unchecked. */
  brokenInvariants: z.array(z.string()).default([]),
  schema: z.object({ tag: z.string(), when: z.int() }),
  postgresql: z.string(),
  tables: z.array(table),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.int() })),
  /** Compressed. */
  body: z.object({ bytes: z.int(), sha256: z.string() }),
});

export class BackupError extends Error {}

export type BackupHead = z.output<typeof head>;
export type SavedTable = z.output<typeof table>;

/** Described by its head, or by its name if the head is unreadable. */
export interface BackupFile {
  name: string;
  path: string;
  reason: BackupReason;
  madeAt: Date;
  bytes: number;
  brokenInvariants: readonly string[];
  isReadable: boolean;
}

export function headBytes(facts: BackupHead): Buffer {
  const json = JSON.stringify(facts);
  const text = `${MAGIC} ${FORMAT} ${sha256(json)}\n${json}\n`;
  const bytes = Buffer.alloc(HEAD_BYTES, ' ');
  if (Buffer.byteLength(text) >= HEAD_BYTES) throw new Error('A backup has no room for its head.');
  bytes.write(text);
  bytes.write('\n', HEAD_BYTES - 1);
  return bytes;
}

/** Throws a `BackupError` if the file is not a complete backup. */
export async function readHead(path: string): Promise<BackupHead> {
  const file = await openToRead(path);
  try {
    return await readHeadOf(file, path);
  } finally {
    await file.close();
  }
}

/** Like `readHead`, and verifies the checksum of the body. */
export async function checkBackup(path: string): Promise<BackupHead> {
  const facts = await readHead(path);
  const hash = createHash('sha256');
  await pipeline(bodyOf(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) hash.update(chunk);
  });
  if (hash.digest('hex') !== facts.body.sha256) throw broken(path, 'its bytes have changed');
  return facts;
}

export function bodyOf(path: string) {
  return createReadStream(path, { start: HEAD_BYTES, highWaterMark: 256 * 1024 });
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new BackupError(
      why === 'ENOENT'
        ? `There is no file ${path}.`
        : `The file ${path} could not be opened: ${why}.`,
    );
  }
}

async function readHeadOf(file: FileHandle, path: string): Promise<BackupHead> {
  const buffer = Buffer.alloc(HEAD_BYTES);
  const stat = await file.stat();
  if (!stat.isFile()) throw new BackupError(`${path} is not a file.`);
  const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, 0);
  const [first = '', json = ''] = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
  const [, format, hash] = first.match(/^called-it backup (\d+) ([0-9a-f]{64})$/) ?? [];
  if (!format || !hash)
    throw new BackupError(`The file ${basename(path)} is not a backup of this product.`);
  if (Number(format) !== FORMAT)
    throw new BackupError(
      `The backup ${basename(path)} was made by a newer version of this program: restore it with that version.`,
    );
  if (bytesRead < HEAD_BYTES) throw broken(path, 'it was cut off');
  if (sha256(json) !== hash) throw broken(path, 'its head has changed');
  const facts = parseHead(json);
  if (!facts) throw broken(path, 'its head is invalid');
  const missing = HEAD_BYTES + facts.body.bytes - stat.size;
  if (missing > 0) throw broken(path, `it was cut off, ${missing} bytes are missing`);
  if (missing < 0) throw broken(path, `it has ${-missing} bytes too many`);
  return facts;
}

function parseHead(json: string): BackupHead | undefined {
  try {
    return head.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

export function broken(path: string, why: string): BackupError {
  return new BackupError(`The backup ${basename(path)} is broken: ${why}. Nothing was changed.`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
