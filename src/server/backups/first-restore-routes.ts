import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/first-administrator.ts';
import { removeFirstAdminFile } from '../accounts/administrators/first-admin-link.ts';
import {
  assertFirstLink,
  createFirstLinkCheck,
} from '../accounts/administrators/first-link-check.ts';
import { EVERYTHING } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { NoSpaceError } from '../db/disk-space.ts';
import { shows } from '../db/schema/shows.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound, route } from '../http/route.ts';
import { logSecurityEvent } from '../http/security-log.ts';
import { hashToken } from '../random-token.ts';
import { BackupError, type BackupFile } from './backup-file.ts';
import type { BackupUploads } from './backup-uploads.ts';
import type { BackupsFolder } from './backups-folder.ts';
import { describeBackup, toBackup } from './describe-backup.ts';
import { type BackupContents, inspectBackup } from './inspect-backup.ts';
import { createLongChecks } from './long-checks.ts';
import type { BackupRunner } from './run-backups.ts';
import { beginUpload, recordUpload } from './upload-routes.ts';

interface FirstRestoreOptions {
  folder: BackupsFolder;
  dataDir: string | undefined;
  runner: BackupRunner;
  uploads: BackupUploads;
}

export function firstRestoreRoutes(
  app: FastifyInstance,
  context: Context,
  { folder, dataDir, runner, uploads }: FirstRestoreOptions,
): void {
  const { db, bus } = context;
  const checkLink = createFirstLinkCheck(context);
  const runCheck = createLongChecks<BackupContents>();
  let lastRestore: { tokenHash: string; restore: contract.FirstRestore } | undefined;
  let running: Promise<unknown> = Promise.resolve();
  app.addHook('onClose', () => running);

  route(app, contract.openFirstAdministratorLink, async ({ body: { token }, request }) => {
    const restore = lastRestore?.tokenHash === hashToken(token) ? lastRestore.restore : null;
    // A running restore locks the tables, and a restored administrator ends the link.
    if (restore?.state === 'running' || restore?.hasAdministrator)
      return { expiresAt: null, hasShows: true, backups: [], restore };
    const expiresAt = await checkLink(request, token);
    const [anyShow] = await db.select({ id: shows.id }).from(shows).limit(1);
    return {
      expiresAt: expiresAt.toISOString(),
      hasShows: anyShow !== undefined,
      backups: (await folder.list()).map(toBackup),
      restore,
    };
  });

  route(app, contract.beginFirstUpload, async ({ body: { token, ...file }, request }) => {
    await checkLink(request, token);
    return { id: await beginUpload(uploads, file) };
  });

  route(app, contract.finishFirstUpload, async ({ params, body: { token }, request, reply }) => {
    await checkLink(request, token);
    const addedBackup = await uploads.finish(params.id, (file) =>
      recordUpload({ request, reply }, file),
    );
    return addedBackup && describeBackup(addedBackup.file, addedBackup.contents);
  });

  route(app, contract.describeFirstBackup, async ({ params, body: { token }, request }) => {
    await checkLink(request, token);
    const file = await findBackup(params.name);
    try {
      const contents = await runCheck(file.name, () => inspectBackup(file.path));
      return contents && describeBackup(file, contents);
    } catch (error) {
      throw error instanceof BackupError ? new ApiError(400, error.message) : error;
    }
  });

  route(app, contract.startFirstRestore, async ({ body: { token, name }, request }) => {
    await checkLink(request, token);
    const file = await findBackup(name);
    await new Promise<void>((resolve, reject) => {
      const attempt = runner.runExclusively(async () => {
        lastRestore = { tokenHash: hashToken(token), restore: STARTED };
        resolve();
        running = restore(file, token, request).catch((error: unknown) =>
          update(toFailure(error, request)),
        );
        await running;
      });
      attempt.catch(reject);
    });
    return lastRestore?.restore ?? STARTED;
  });

  async function restore(file: BackupFile, token: string, request: FastifyRequest): Promise<void> {
    const { header, hasAdministrator } = await runner.restore(file, {
      onProgress: (stage, share) =>
        update({ stage, percent: share === null ? null : Math.floor(share * 100) }),
      // Someone may have become the administrator since the request.
      assertAllowed: () => assertFirstLink(context, token),
    });
    logSecurityEvent(request, 'backup-restored');
    // The restore is committed, so a failure here must not fail it.
    await bus
      .publish(EVERYTHING)
      .catch((err: unknown) => request.log.error({ err }, 'failed to announce a restore'));
    if (hasAdministrator && dataDir !== undefined) await removeFirstAdminFile(dataDir);
    update({ state: 'done', percent: 100, takenAt: header.takenAt, hasAdministrator });
  }

  function update(part: Partial<contract.FirstRestore>): void {
    if (lastRestore) lastRestore = { ...lastRestore, restore: { ...lastRestore.restore, ...part } };
  }

  async function findBackup(name: string): Promise<BackupFile> {
    const file = await folder.find(name);
    if (!file) throw notFound('Backup');
    return file;
  }
}

const STARTED: contract.FirstRestore = {
  state: 'running',
  stage: 'checking',
  percent: 0,
  error: null,
  takenAt: null,
  hasAdministrator: false,
};

function toFailure(error: unknown, request: FastifyRequest): Partial<contract.FirstRestore> {
  if ([ApiError, BackupError, NoSpaceError].some((kind) => error instanceof kind))
    return { state: 'failed', error: (error as Error).message };
  request.log.error({ err: error }, 'a restore failed');
  return {
    state: 'failed',
    error: "The restore failed, and nothing was changed. The server's log has the reason.",
  };
}
