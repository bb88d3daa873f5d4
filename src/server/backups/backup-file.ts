import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { BACKUP_REASONS, type BackupReason } from '#contract/backups.ts';

// A backup file has a plain-text header of fixed size, followed by the gzipped COPY output of the
// tables.

export const HEADER_BYTES = 64 * 1024;
const MAGIC = 'called-it backup';
const FORMAT = 1;

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** The table's size before compression. */
  bytes: z.int(),
  sha256: z.string(),
});

const headerSchema = z.object({
  takenAt: z.iso.datetime(),
  /** The product's version. Absent in files from 0.1.0. */
  version: z.string().max(50).optional().catch(undefined),
  /** Absent in files of earlier versions. */
  reason: z.enum(BACKUP_REASONS).optional().catch(undefined),
  /** The invariants that the data violated. Empty if they were not checked. */
  brokenInvariants: z.array(z.string()).default([]),
  schema: z.object({ tag: z.string(), when: z.int() }),
  postgresql: z.string(),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.int() })),
  /** The size and checksum after compression. */
  body: z.object({ bytes: z.int(), sha256: z.string() }),
});

export class BackupError extends Error {}

export type BackupHeader = z.output<typeof headerSchema>;
export type SavedTable = z.output<typeof tableSchema>;

/** Values come from the header, or from the file name if the header is unreadable. */
export interface BackupFile {
  name: string;
  path: string;
  reason: BackupReason;
  madeAt: Date;
  bytes: number;
  brokenInvariants: readonly string[];
  isReadable: boolean;
  /** Undefined if the header is unreadable or from 0.1. */
  version: string | undefined;
}

export function serializeHeader(header: BackupHeader): Buffer {
  const json = JSON.stringify(header);
  const text = `${MAGIC} ${FORMAT} ${sha256(json)}\n${json}\n`;
  const bytes = Buffer.alloc(HEADER_BYTES, ' ');
  if (Buffer.byteLength(text) >= HEADER_BYTES) throw new Error('The backup header is too large.');
  bytes.write(text);
  bytes.write('\n', HEADER_BYTES - 1);
  return bytes;
}

/** Throws a `BackupError` if the file is not a complete backup. */
export async function readHeader(path: string): Promise<BackupHeader> {
  const file = await openFile(path);
  try {
    return await readHeaderFromFile(file, path);
  } finally {
    await file.close();
  }
}

/** Also verifies the body's checksum. `onProgress` receives the fraction checked, from 0 to 1. */
export async function checkBackup(
  path: string,
  onProgress?: (fraction: number) => void,
): Promise<BackupHeader> {
  const header = await readHeader(path);
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createBodyStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      onProgress?.(bytes / header.body.bytes);
    }
  });
  if (hash.digest('hex') !== header.body.sha256)
    throw createDamagedError(path, 'its checksum does not match');
  return header;
}

export function createBodyStream(path: string) {
  return createReadStream(path, { start: HEADER_BYTES, highWaterMark: 256 * 1024 });
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new BackupError(
      reason === 'ENOENT'
        ? `The file ${path} does not exist.`
        : `Failed to open the file ${path}: ${reason}.`,
    );
  }
}

async function readHeaderFromFile(file: FileHandle, path: string): Promise<BackupHeader> {
  const buffer = Buffer.alloc(HEADER_BYTES);
  const stat = await file.stat();
  if (!stat.isFile()) throw new BackupError(`${path} is not a file.`);
  const { bytesRead } = await file.read(buffer, 0, HEADER_BYTES, 0);
  const [magicLine = '', json = ''] = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
  const [, format, hash] = magicLine.match(/^called-it backup (\d+) ([0-9a-f]{64})$/) ?? [];
  if (!format || !hash)
    throw new BackupError(`The file ${basename(path)} is not a Called It backup.`);
  if (Number(format) !== FORMAT)
    throw new BackupError(
      `The backup ${basename(path)} was made by a newer version. Restore it with that version.`,
    );
  if (bytesRead < HEADER_BYTES) throw createDamagedError(path, 'it is truncated');
  if (sha256(json) !== hash) throw createDamagedError(path, 'its header has changed');
  const header = parseHeader(json);
  if (!header) throw createDamagedError(path, 'its header is invalid');
  const missingBytes = HEADER_BYTES + header.body.bytes - stat.size;
  if (missingBytes > 0)
    throw createDamagedError(path, `it is truncated, and ${missingBytes} bytes are missing`);
  if (missingBytes < 0) throw createDamagedError(path, `it has ${-missingBytes} extra bytes`);
  return header;
}

function parseHeader(json: string): BackupHeader | undefined {
  try {
    return headerSchema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

export function createDamagedError(path: string, reason: string): BackupError {
  return new BackupError(
    `The backup ${basename(path)} is damaged: ${reason}. Nothing was changed.`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
