import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '#contract/backup-uploads.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import { NoSpaceError } from '../db/disk-space.ts';
import { ApiError } from '../http/api-error.ts';
import { commit } from '../http/change.ts';
import { route } from '../http/route.ts';
import { logSecurityEvent } from '../http/security-log.ts';
import type { BackupFile } from './backup-file.ts';
import type { BackupUploads } from './backup-uploads.ts';
import { describeBackup } from './describe-backup.ts';

const MULTIPART_LIMITS = {
  files: 1,
  fileSize: contract.BACKUP_PART_BYTES,
  parts: 1,
  fields: 0,
  fieldNameSize: 100,
  headerPairs: 20,
};

export function uploadRoutes(app: FastifyInstance, uploads: BackupUploads): void {
  route(app, contract.beginBackupUpload, async ({ body }) => ({
    id: await beginUpload(uploads, body),
  }));

  app.register(async (parts) => {
    // Checks the upload before the handler reads the part.
    parts.addHook('preValidation', async ({ params }) => {
      uploads.assertCurrent((params as { id: string }).id);
    });
    await parts.register(multipart, { limits: MULTIPART_LIMITS });

    route(parts, contract.sendBackupPart, async ({ params, query, request }) => {
      const part = request.isMultipart() ? await request.file() : undefined;
      if (!part) throw new ApiError(400, 'The request contains no part of a file.');
      await uploads.write(params.id, Number(query.offset), part.file);
      return undefined;
    });
  });

  route(app, contract.finishBackupUpload, async ({ params, request, reply }) => {
    const addedBackup = await uploads.finish(params.id, (file) =>
      recordUpload({ request, reply }, file),
    );
    return addedBackup && describeBackup(addedBackup.file, addedBackup.contents);
  });
}

export async function recordUpload(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { name }: BackupFile,
): Promise<void> {
  const subjectId = request.viewer?.userId ?? null;
  await commit({ request, reply }, async ({ record, changed }) => {
    await record({ action: 'backup.upload', after: { name } });
    changed({ topic: 'backup', subjectId, version: nextChangeVersion() });
  });
  logSecurityEvent(request, 'backup-uploaded');
}

export async function beginUpload(
  uploads: BackupUploads,
  file: { fileName: string; bytes: number },
): Promise<string> {
  try {
    return await uploads.begin(file);
  } catch (error) {
    throw error instanceof NoSpaceError ? new ApiError(507, error.message) : error;
  }
}
