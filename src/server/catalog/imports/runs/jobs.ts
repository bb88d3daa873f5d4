import { setTimeout as sleep } from 'node:timers/promises';
import { and, desc, eq, sql } from 'drizzle-orm';
import { MINUTE } from '#contract/durations.ts';
import type { Change } from '#contract/freshness.ts';
import type { ImportJob, ImportPreview, ImportQuery } from '#contract/imports.ts';
import { nextChangeVersion } from '../../../changes/bus.ts';
import type { Context, ShowScoring } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { importRuns } from '../../../db/schema/imports.ts';
import type { Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { ImportStoppedError } from '../readers/import-stopped-error.ts';
import type { SavedFile } from '../readers/unpack.ts';
import type { ImportOptions, OpenImport } from './import-options.ts';
import { type ImportConfig, openImport } from './open-import.ts';

/** `start` waits this long before it responds, so that small imports finish first. */
const START_WAIT_MS = 5_000;
/** Needed because an import can wait minutes for its site between pages. */
const HEARTBEAT_MS = MINUTE;
/** An import without a heartbeat for this long is treated as stopped. */
const HEARTBEAT_TIMEOUT_MS = 5 * HEARTBEAT_MS;

const NEXT_STEP = 'Start the import again to continue.';
const SERVER_STOPPED = `The server stopped during the import. ${NEXT_STEP}`;
const DISK_FULL = `Everything before this was imported. Free some space. ${NEXT_STEP}`;
const USER_STOPPED = `You stopped the import. Everything before this was imported. ${NEXT_STEP}`;

type ImportRun = typeof importRuns.$inferSelect;

interface ImportUpload {
  query: ImportQuery;
  readFiles: () => Promise<readonly SavedFile[]>;
  disconnectSignal: AbortSignal;
}

interface Initiator {
  actorId: string;
  announce: (changes: readonly Change[]) => Promise<void>;
}

export function createImports(
  context: Pick<Context, 'db' | 'clock' | 'disk' | 'band'>,
  scoring: ShowScoring,
  importConfig: ImportConfig,
) {
  const { db, clock, disk } = context;
  const shutdown = new AbortController();
  const running = new Set<Promise<void>>();
  const stopControllersByRun = new Map<number, AbortController>();
  let isOpening = false;

  return {
    async start(upload: ImportUpload, initiator: Initiator): Promise<ImportJob> {
      const stop = new AbortController();
      const signal = AbortSignal.any([shutdown.signal, stop.signal]);
      const opened = await openUpload(upload, signal);
      signal.addEventListener('abort', () => opened.close?.());
      const run = await db
        .transaction((tx) => recordStart(tx, opened.source))
        .catch((error: unknown) => {
          opened.close?.();
          throw error;
        });
      stopControllersByRun.set(run.id, stop);
      const work = runInBackground(run.id, opened, { signal, ...initiator }).finally(() => {
        opened.close?.();
        running.delete(work);
        stopControllersByRun.delete(run.id);
      });
      running.add(work);
      await Promise.race([work, sleep(START_WAIT_MS, undefined, { ref: false })]);
      return (await findLatestRun()) ?? run;
    },
    /** Fetches only the first page of a site. */
    async preview(upload: ImportUpload, actorId: string): Promise<ImportPreview> {
      const signal = AbortSignal.any([shutdown.signal, upload.disconnectSignal]);
      const opened = await openUpload(upload, signal);
      const close = () => opened.close?.();
      signal.addEventListener('abort', close);
      try {
        return await opened.preview({ scoring, clock, actorId, signal });
      } catch (error) {
        if (!(error instanceof ImportStoppedError)) throw error;
        throw new ApiError(400, `Could not read ${error.message}`);
      } finally {
        close();
      }
    },
    latest: () => findLatestRun(),
    /** An import in another process stops too, once it has written its current page. */
    async stop({ actorId, announce }: Initiator): Promise<ImportJob> {
      const run = await findLatestRun();
      const isRunning = run?.state === 'running';
      if (!isRunning || !(await updateRun(run.id, { state: 'stopped', lines: [USER_STOPPED] })))
        throw new ApiError(409, 'No import is running.');
      await announce([createImportChange(actorId)]);
      stopControllersByRun
        .get(run.id)
        ?.abort(new ImportStoppedError('The import', 'it was stopped', NEXT_STEP));
      return (await findLatestRun()) ?? run;
    },
    async close() {
      shutdown.abort(new ImportStoppedError('The import', 'the server was stopped', NEXT_STEP));
      await Promise.all(running);
    },
  };

  /** The lock serializes starts on all servers. */
  async function recordStart(tx: Tx, source: string): Promise<ImportRun> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('called-it.import'))`);
    if ((await findLatestRun(tx))?.state === 'running') throw createAlreadyRunningError();
    // If the stale import is still alive, it stops before its next page.
    const staleRun = { state: 'stopped' as const, lines: [SERVER_STOPPED] };
    await tx.update(importRuns).set(staleRun).where(eq(importRuns.state, 'running'));
    const newRun = { source, state: 'running' as const, updatedAt: new Date(clock()) };
    const [run] = await tx.insert(importRuns).values(newRun).returning();
    if (!run) throw new Error('Failed to record the import run');
    return run;
  }

  async function findLatestRun(dbOrTx: Db | Tx = db): Promise<ImportRun | undefined> {
    const [run] = await dbOrTx.select().from(importRuns).orderBy(desc(importRuns.id)).limit(1);
    const isStale =
      run?.state === 'running' && clock() - run.updatedAt.getTime() > HEARTBEAT_TIMEOUT_MS;
    return isStale ? { ...run, state: 'stopped', lines: [SERVER_STOPPED] } : run;
  }

  /** Opens one archive at a time, because its files are in memory. */
  async function openUpload(
    { query, readFiles, disconnectSignal }: ImportUpload,
    signal: AbortSignal,
  ): Promise<OpenImport> {
    if (isOpening || (await findLatestRun())?.state === 'running')
      throw createAlreadyRunningError();
    isOpening = true;
    try {
      const files = await readFiles();
      const options = { ...importConfig, files, signal, disconnectSignal };
      return await openImport(context, query, options);
    } catch (error) {
      if (error instanceof ImportStoppedError) throw new ApiError(400, error.message);
      throw error;
    } finally {
      isOpening = false;
    }
  }

  async function updateRun(
    id: number,
    fields: Partial<typeof importRuns.$inferInsert>,
  ): Promise<boolean> {
    const isRunning = and(eq(importRuns.id, id), eq(importRuns.state, 'running'));
    const set = { ...fields, updatedAt: new Date(clock()) };
    return (await db.update(importRuns).set(set).where(isRunning).returning()).length > 0;
  }

  async function runInBackground(
    id: number,
    opened: OpenImport,
    { actorId, announce, ...options }: Initiator & Pick<ImportOptions, 'signal'>,
  ): Promise<void> {
    const updateAndAnnounce = async (fields: Parameters<typeof updateRun>[1]) => {
      const isRunning = await updateRun(id, fields);
      if (isRunning) await announce([createImportChange(actorId)]);
      return isRunning;
    };
    const heartbeat = setInterval(() => {
      updateRun(id, {}).catch((error) => importConfig.onFailure?.(error));
    }, HEARTBEAT_MS);
    try {
      const lines = await opened.run({
        ...options,
        runId: id,
        scoring,
        clock,
        actorId,
        bus: { publish: announce },
        async onProgress({ location: place, done, total }) {
          if (!(await updateAndAnnounce({ place, done, total: total ?? null })))
            throw new ImportStoppedError('The import', 'it was stopped', NEXT_STEP);
          if (await disk.isFull())
            throw new ImportStoppedError('The import', 'the disk is full', DISK_FULL);
        },
      });
      await updateAndAnnounce({ state: 'done', lines });
    } catch (cause) {
      // After an abort, `cause` is the pending operation's error, not the abort's reason.
      const error = options.signal?.aborted ? options.signal.reason : cause;
      const isKnown = error instanceof ImportStoppedError || error instanceof ApiError;
      if (!isKnown) importConfig.onFailure?.(error);
      const message = isKnown
        ? error.message
        : `Something went wrong. Everything before this was imported. ${NEXT_STEP}`;
      // Has no effect after `stop`, which has already announced the end.
      await updateAndAnnounce({ state: 'stopped', lines: [message] }).catch(importConfig.onFailure);
    } finally {
      clearInterval(heartbeat);
    }
  }
}

function createAlreadyRunningError(): ApiError {
  return new ApiError(409, 'An import is already running. Wait until it is done.');
}

function createImportChange(subjectId: string): Change {
  return { topic: 'import', subjectId, version: nextChangeVersion() };
}
