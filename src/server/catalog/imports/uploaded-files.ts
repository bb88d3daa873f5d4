import type { FastifyRequest } from 'fastify';
import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { ApiError } from '../../http/api-error.ts';
import type { SavedFile } from './readers/unpack.ts';

const { files: MAX_FILES, uploadBytes: MAX_UPLOAD_BYTES } = IMPORT_LIMITS;

export const MULTIPART_LIMITS = {
  files: MAX_FILES,
  fileSize: MAX_UPLOAD_BYTES,
  parts: MAX_FILES,
  fields: 0,
  fieldNameSize: 100,
  headerPairs: 20,
};

/** Throws 413 for too many or too large files, 400 for an incomplete upload. */
export function readUploadedFiles(
  request: FastifyRequest,
  disconnectSignal: AbortSignal,
): Promise<SavedFile[]> {
  // The parser never settles if the client disconnects within a part.
  const disconnect = new Promise<never>((_, reject) => {
    disconnectSignal.addEventListener('abort', () => reject(createIncompleteUploadError()));
  });
  return Promise.race([readParts(request), disconnect]);
}

async function readParts(request: FastifyRequest): Promise<SavedFile[]> {
  if (!request.isMultipart()) return [];
  // Allows 1 KB of multipart headers per file.
  if (Number(request.headers['content-length']) > MAX_UPLOAD_BYTES + MAX_FILES * 1024)
    throw createTooLargeError();
  const files: SavedFile[] = [];
  let remainingBytes = MAX_UPLOAD_BYTES;
  try {
    for await (const { filename, file } of request.files()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file as AsyncIterable<Uint8Array>) {
        remainingBytes -= chunk.byteLength;
        if (remainingBytes < 0) throw createTooLargeError();
        chunks.push(chunk);
      }
      if (file.truncated) throw createTooLargeError();
      files.push({ name: cleanFilename(filename), bytes: Buffer.concat(chunks) });
    }
  } catch (error) {
    throw error instanceof ApiError ? error : toUploadError(error);
  }
  return files;
}

function toUploadError(error: unknown): ApiError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT')
    return new ApiError(413, `An import can have at most ${MAX_FILES} files.`);
  return createIncompleteUploadError();
}

function createIncompleteUploadError(): ApiError {
  return new ApiError(400, 'The upload was incomplete. Send the files again.');
}

/** Drops control characters and lone surrogates, which break messages and PostgreSQL text. */
function cleanFilename(filename: string | undefined): string {
  const name = (filename ?? '').replaceAll(/[\p{Cc}\p{Cs}]/gu, '').slice(0, 255);
  return name || 'The file';
}

function createTooLargeError(): ApiError {
  const megabytes = MAX_UPLOAD_BYTES / 1024 / 1024;
  return new ApiError(
    413,
    `The files are larger than ${megabytes} MB in total. Compress them with gzip, or import them in several parts.`,
  );
}
