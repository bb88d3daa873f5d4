import type { FastifyRequest } from 'fastify';
import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { ApiError } from '../../http/api-error.ts';
import type { SavedFile } from './readers/unpack.ts';

const { files: FILES_MAX, uploadBytes: UPLOAD_MAX } = IMPORT_LIMITS;

export const MULTIPART_LIMITS = {
  files: FILES_MAX,
  fileSize: UPLOAD_MAX,
  parts: FILES_MAX,
  fields: 0,
  fieldNameSize: 100,
  headerPairs: 20,
};

/** Throws 413 for too many or too large files, 400 if `left` aborts before they are complete. */
export function readUploadedFiles(
  request: FastifyRequest,
  left: AbortSignal,
): Promise<SavedFile[]> {
  // The parser never settles if the client disconnects within a part.
  const cutOff = new Promise<never>((_, reject) => {
    left.addEventListener('abort', () => reject(isIncomplete()));
  });
  return Promise.race([readParts(request), cutOff]);
}

async function readParts(request: FastifyRequest): Promise<SavedFile[]> {
  if (!request.isMultipart()) return [];
  // 1 KB of multipart headers per file.
  if (Number(request.headers['content-length']) > UPLOAD_MAX + FILES_MAX * 1024) throw isTooLarge();
  const files: SavedFile[] = [];
  let left = UPLOAD_MAX;
  try {
    for await (const { filename, file } of request.files()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file as AsyncIterable<Uint8Array>) {
        left -= chunk.byteLength;
        if (left < 0) throw isTooLarge();
        chunks.push(chunk);
      }
      if (file.truncated) throw isTooLarge();
      files.push({ name: nameOf(filename), bytes: Buffer.concat(chunks) });
    }
  } catch (error) {
    throw error instanceof ApiError ? error : refusalOf(error);
  }
  return files;
}

function refusalOf(error: unknown): ApiError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT')
    return new ApiError(413, `An import takes ${FILES_MAX} files at most.`);
  return isIncomplete();
}

function isIncomplete(): ApiError {
  return new ApiError(400, 'The files did not arrive whole. Send them again.');
}

/** Drops control characters and lone surrogates, which break messages and PostgreSQL text. */
function nameOf(filename: string | undefined): string {
  const name = (filename ?? '').replaceAll(/[\p{Cc}\p{Cs}]/gu, '').slice(0, 255);
  return name || 'The file';
}

function isTooLarge(): ApiError {
  const most = UPLOAD_MAX / 1024 / 1024;
  return new ApiError(
    413,
    `The files have more than ${most} MB together. Pack them with gzip, or import them in several parts.`,
  );
}
