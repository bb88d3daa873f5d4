import { createReadStream } from 'node:fs';
import { gt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { BackupReason } from '#contract/backups.ts';
import * as contract from '#contract/backups.ts';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import { announce, EVERYTHING, nextChangeVersion } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { connectionUrl } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import { predictions } from '../db/schema/predictions.ts';
import { ApiError } from '../http/api-error.ts';
import { commit } from '../http/change.ts';
import { notFound, route } from '../http/route.ts';
import { logSecurityEvent } from '../http/security-log.ts';
import type { BackupFile } from './backup-file.ts';
import { createBackupUploads } from './backup-uploads.ts';
import type { BackupsFolder } from './backups-folder.ts';
import { toBackup } from './describe-backup.ts';
import { firstRestoreRoutes } from './first-restore-routes.ts';
import { createRestores } from './restores.ts';
import { createBackupRunner } from './run-backups.ts';
import { uploadRoutes } from './upload-routes.ts';

interface BackupOptions {
  folder: BackupsFolder;
  dataDir: string | undefined;
  freeBytes: (() => Promise<number>) | undefined;
}

export function backupRoutes(
  app: FastifyInstance,
  context: Context,
  { folder, freeBytes, dataDir }: BackupOptions,
): { save(reason: BackupReason): Promise<string> } {
  const { db, bus } = context;
  const url = connectionUrl(db);
  const runner = createBackupRunner(db, { folder, freeBytes, log: app.log });
  const { runExclusively } = runner;
  const restores = createRestores<contract.RestoredBackup>(runner);
  app.addHook('onClose', () => restores.settle());
  const uploads = createBackupUploads(folder);
  app.addHook('onClose', () => uploads.close());
  uploadRoutes(app, uploads);
  firstRestoreRoutes(app, context, { folder, dataDir, runner, uploads });

  route(app, contract.listBackups, async () => (await folder.list()).map(toBackup));

  route(app, contract.getBackupReport, async () => folder.report.read());

  route(app, contract.createBackup, async ({ viewer, reply, request }) => {
    const { userId } = viewer;
    const backup = await runExclusively(() => folder.create(url, 'by-hand'));
    await commit({ request, reply }, async ({ record, changed }) => {
      await record({ action: 'backup.create', after: { name: backup.name } });
      changed({ topic: 'backup', subjectId: userId, version: nextChangeVersion() });
    });
    logSecurityEvent(request, 'backup-made');
    return toBackup(backup);
  });

  route(app, contract.getRestoreLoss, async ({ params }) =>
    countChangesSince(db, (await findBackup(params.name)).madeAt),
  );

  route(app, contract.restoreBackup, async ({ params, body, viewer, reply, request }) => {
    const file = await findBackup(params.name);
    if (body.name !== file.name) throw new ApiError(400, contract.TYPE_THE_NAME);
    return restores.start(file.name, async () => {
      const { safetyBackup, header, ...result } = await runner.restore(file, {
        actorId: viewer.userId,
      });
      logSecurityEvent(request, 'backup-restored');
      await announce({ bus, reply }, EVERYTHING);
      const rows = header.tables.reduce((sum, table) => sum + table.rows, 0);
      return { rows, takenAt: header.takenAt, savedAs: safetyBackup.name, ...result };
    });
  });

  route(app, contract.getRestoreOutcome, ({ params }) => restores.findOutcome(params.name));

  app.get<{ Params: { name: string } }>(
    contract.backupFilePath(':name').slice(app.prefix.length),
    {
      config: {
        who: 'admin',
        needsFreshSignIn: true,
        hiddenBecause: 'A download for the browser: the response is a file, not JSON.',
      },
    },
    async (request, reply) => {
      const file = await findBackup(request.params.name);
      const { name, path, bytes } = file;
      // Records the download before the first byte is sent.
      await commit({ request, reply }, ({ record }) =>
        record({ action: 'backup.download', after: { name } }),
      );
      logSecurityEvent(request, 'backup-downloaded');
      return reply
        .type('application/octet-stream')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename="called-it-${name}.backup"`)
        .send(createReadStream(path));
    },
  );

  return {
    /** Call it before data is permanently deleted. Returns the backup's name. */
    save: async (reason) => (await runExclusively(() => folder.create(url, reason))).name,
  };

  async function findBackup(name: string): Promise<BackupFile> {
    const file = await folder.find(name);
    if (!file) throw notFound('Backup');
    return file;
  }
}

async function countChangesSince(db: Db, since: Date): Promise<DeletionImpact> {
  return {
    accounts: await db.$count(users, gt(users.createdAt, since)),
    predictions: await db.$count(predictions, gt(predictions.submittedAt, since)),
    threads: await db.$count(forumThreads, gt(forumThreads.createdAt, since)),
    replies: await db.$count(forumPosts, gt(forumPosts.createdAt, since)),
    changes: await db.$count(auditLog, gt(auditLog.at, since)),
  };
}
