import { setTimeout as sleep } from 'node:timers/promises';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import type { ImportJob, ImportPreview, ImportQuery } from '#contract/imports.ts';
import { nextVersion } from '../../../changes/bus.ts';
import { runChange } from '../../../changes/run-change.ts';
import type { Context, ShowScoring } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { importRuns } from '../../../db/schema/imports.ts';
import type { Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { notFound } from '../../../http/route.ts';
import { openInChildProcess } from '../reader-process/open-in-child-process.ts';
import type { Archive } from '../readers/archive.ts';
import { ImportStopped } from '../readers/import-stopped.ts';
import type { SavedFile } from '../readers/unpack.ts';
import { openArchive, type Reach } from '../sites/open-archive.ts';
import { readImport } from '../sites/read-import.ts';
import { findSetlistfmKey } from '../sites/setlistfm-key.ts';
import { formatSummary } from './format-summary.ts';
import { importArchive } from './import-archive.ts';
import type { ImportOptions } from './import-options.ts';
import { previewArchive } from './preview-archive.ts';
import { undoImport } from './undo-import.ts';

export interface Importing extends Pick<Reach, 'dataDir' | 'baseUrl' | 'mayConnect' | 'sleep'> {
  apiKey?: string | undefined;
  onFailure?: (error: unknown) => void;
}

/** `start` waits this long, so a small import is done when it responds. */
const PATIENCE_MS = 5_000;
/** Heartbeat interval: an import can wait minutes for its site. */
const PULSE_MS = 60 * 1000;
/** Without a heartbeat for this long, a running import counts as ended. */
const SILENCE_MS = 5 * PULSE_MS;

const GO_ON = 'Start it again: it goes on from there.';
const ENDED = `Its server has ended. ${GO_ON}`;
const NO_ROOM = 'What came before is in. Make room, then start it again: it goes on from there.';
const STOPPED = `You stopped it. What came before is in. ${GO_ON}`;

type ImportRun = typeof importRuns.$inferSelect;

interface Sent {
  query: ImportQuery;
  readFiles: () => Promise<readonly SavedFile[]>;
  left: AbortSignal;
}

interface Starter {
  actorId: string;
  announce: (changes: readonly Change[]) => Promise<void>;
}

/** Runs one import at a time, in the background. */
export function createImports(
  { db, clock, disk }: Pick<Context, 'db' | 'clock' | 'disk'>,
  scoring: ShowScoring,
  importing: Importing,
) {
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  /** This process's imports by run id. */
  const stopping = new Map<number, AbortController>();
  let isOpening = false;

  return {
    async start(sent: Sent, by: Starter): Promise<ImportJob> {
      const stop = new AbortController();
      const signal = AbortSignal.any([ending.signal, stop.signal]);
      const { archive, usual } = await openOrRefuse(sent, signal);
      signal.addEventListener('abort', () => archive.close?.());
      const run = await db
        .transaction((tx) => noteStart(tx, archive.source))
        .catch((error: unknown) => {
          archive.close?.();
          throw error;
        });
      stopping.set(run.id, stop);
      const work = make(run.id, archive, { usual, signal, ...by }).finally(() => {
        archive.close?.();
        running.delete(work);
        stopping.delete(run.id);
      });
      running.add(work);
      await Promise.race([work, sleep(PATIENCE_MS, undefined, { ref: false })]);
      return (await latest()) ?? run;
    },
    /** Fetches only the first page of a site. */
    async preview(sent: Sent, actorId: string): Promise<ImportPreview> {
      const signal = AbortSignal.any([ending.signal, sent.left]);
      const { archive, usual, isSaved } = await openOrRefuse(sent, signal);
      const close = () => archive.close?.();
      signal.addEventListener('abort', close);
      try {
        const options = { scoring, clock, usual, actorId, signal, isFirstPage: !isSaved };
        return await previewArchive(db, archive, options);
      } catch (error) {
        if (!(error instanceof ImportStopped)) throw error;
        throw new ApiError(400, `Could not read ${error.message}`);
      } finally {
        close();
      }
    },
    latest: () => latest(),
    async undo(id: number, { actorId, announce }: Starter): Promise<ImportJob> {
      const { changes } = await runChange(db, actorId, (scope) =>
        undoImport(scope, scoring, id, clock()),
      );
      await announce(changes);
      const [run] = await db.select().from(importRuns).where(eq(importRuns.id, id));
      if (!run) throw notFound('Import');
      return run;
    },
    /** Also stops an import of another process, after the page being written. */
    async stop({ actorId, announce }: Starter): Promise<ImportJob> {
      const run = await latest();
      const isRunning = run?.state === 'running';
      if (!isRunning || !(await note(run.id, { state: 'stopped', lines: [STOPPED] })))
        throw new ApiError(409, 'No import is running.');
      await announce([changeOf(actorId)]);
      stopping.get(run.id)?.abort(new ImportStopped('The import', 'it was stopped', GO_ON));
      return (await latest()) ?? run;
    },
    async close() {
      ending.abort(new ImportStopped('The import', 'its server was ended', GO_ON));
      await Promise.all(running);
    },
  };

  /** The lock lets one server at a time start an import. */
  async function noteStart(tx: Tx, source: string): Promise<ImportRun> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('called-it.import'))`);
    if ((await latest(tx))?.state === 'running') throw isRunningAlready();
    // If that import is alive after all, it stops before its next page.
    const ended = { state: 'stopped' as const, lines: [ENDED] };
    await tx.update(importRuns).set(ended).where(eq(importRuns.state, 'running'));
    const begun = { source, state: 'running' as const, updatedAt: new Date(clock()) };
    const [run] = await tx.insert(importRuns).values(begun).returning();
    if (!run) throw new Error('The import was not noted');
    return run;
  }

  async function latest(at: Db | Tx = db): Promise<ImportRun | undefined> {
    const [run] = await at.select().from(importRuns).orderBy(desc(importRuns.id)).limit(1);
    const isSilent = run?.state === 'running' && clock() - run.updatedAt.getTime() > SILENCE_MS;
    return isSilent ? { ...run, state: 'stopped', lines: [ENDED] } : run;
  }

  /** Opens one archive at a time, because the files are in memory. */
  async function openOrRefuse({ query, readFiles, left }: Sent, going: AbortSignal) {
    if (isOpening || (await latest())?.state === 'running') throw isRunningAlready();
    isOpening = true;
    try {
      const apiKey = await findSetlistfmKey(db, importing.apiKey);
      const wanted = readImport(query, { files: await readFiles(), apiKey });
      const openSaved = (of: typeof wanted) =>
        openInChildProcess(of, AbortSignal.any([going, left]));
      const archive = await openArchive(wanted, { openSaved, ...importing, signal: going });
      return { archive, usual: wanted.usual, isSaved: wanted.files.length > 0 };
    } catch (error) {
      if (error instanceof ImportStopped) throw new ApiError(400, error.message);
      throw error;
    } finally {
      isOpening = false;
    }
  }

  async function note(id: number, news: Partial<typeof importRuns.$inferInsert>): Promise<boolean> {
    const isThis = and(eq(importRuns.id, id), eq(importRuns.state, 'running'));
    const set = { ...news, updatedAt: new Date(clock()) };
    const noted = await db.update(importRuns).set(set).where(isThis).returning();
    return noted.length > 0;
  }

  async function make(
    id: number,
    archive: Archive,
    { actorId, announce, ...options }: Starter & Pick<ImportOptions, 'usual' | 'signal'>,
  ): Promise<void> {
    const noteAndTell = async (news: Parameters<typeof note>[1]) => {
      const isGoingOn = await note(id, news);
      if (isGoingOn) await announce([changeOf(actorId)]);
      return isGoingOn;
    };
    const pulse = setInterval(() => {
      note(id, {}).catch((error) => importing.onFailure?.(error));
    }, PULSE_MS);
    try {
      const summary = await importArchive(db, archive, {
        ...options,
        runId: id,
        scoring,
        clock,
        actorId,
        onChange: announce,
        async onProgress({ where: place, done, total }) {
          if (!(await noteAndTell({ place, done, total: total ?? null })))
            throw new ImportStopped('The import', 'it was stopped', GO_ON);
          if (await disk.isFull())
            throw new ImportStopped('The import', 'the disk is full', NO_ROOM);
        },
      });
      await noteAndTell({ state: 'done', lines: formatSummary(summary) });
    } catch (cause) {
      // After an abort, the pending operation fails with its own error: report the abort's reason.
      const error = options.signal?.aborted ? options.signal.reason : cause;
      const isKnown = error instanceof ImportStopped || error instanceof ApiError;
      if (!isKnown) importing.onFailure?.(error);
      const why = isKnown
        ? error.message
        : `Something went wrong. What came before is in. ${GO_ON}`;
      // No effect after `stop`, which has already announced the end.
      await noteAndTell({ state: 'stopped', lines: [why] }).catch(importing.onFailure);
    } finally {
      clearInterval(pulse);
    }
  }
}

function isRunningAlready(): ApiError {
  return new ApiError(409, 'An import is running: wait until it is done.');
}

function changeOf(subjectId: string): Change {
  return { topic: 'import', subjectId, version: nextVersion() };
}
