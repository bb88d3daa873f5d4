import { setTimeout as sleep } from 'node:timers/promises';
import { and, desc, eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Change } from '#contract/freshness.ts';
import type { ImportJob, startImport } from '#contract/imports.ts';
import { nextVersion } from '../changes/bus.ts';
import type { Context, ShowScoring } from '../context.ts';
import { importRuns } from '../db/import-schema.ts';
import { ApiError } from '../http/api-error.ts';
import type { Archive } from './archive.ts';
import { importArchive } from './import-archive.ts';
import { ImportStopped } from './import-stopped.ts';
import type { ImportOptions } from './incoming.ts';
import { openArchive, type Reach, type Wanted } from './open-archive.ts';
import { readImport } from './read-import.ts';
import { tellSummary } from './tell-summary.ts';

/** Where what sites answer is kept, and the key to setlist.fm. */
export interface Importing extends Pick<Reach, 'dataDir' | 'baseUrl' | 'sleep'> {
  apiKey?: string | undefined;
  /** Hears what nobody has foreseen. */
  onFailure?: (error: unknown) => void;
}

/** A small import is done when its start is answered. */
const PATIENCE_MS = 5_000;
/** Nothing is heard of one for so long only where its server has ended. */
const SILENCE_MS = 5 * 60 * 1000;

const GO_ON = 'Start it again: it goes on from there.';
const STOPPED = `You stopped it. What came before is in. ${GO_ON}`;

/** Who starts an import, and how they are told what it changes. */
interface Starter {
  actorId: string;
  announce: (changes: Change[]) => Promise<void>;
}

/** Imports that administrators start: one at a time, in the background. */
export function createImports(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  scoring: ShowScoring,
  importing: Importing,
) {
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  /** Of those that this process makes, by their ids. */
  const stopping = new Map<number, AbortController>();

  return {
    async start(body: BodyOf<typeof startImport>, by: Starter): Promise<ImportJob> {
      if ((await latest())?.state === 'running')
        throw new ApiError(409, 'An import is running: wait until it is done.');
      const { wanted, usual } = readImport(body, importing.apiKey);
      const stop = new AbortController();
      const signal = AbortSignal.any([ending.signal, stop.signal]);
      const archive = openOrRefuse(wanted, signal);
      const [run] = await db
        .insert(importRuns)
        .values({ source: archive.source, state: 'running', updatedAt: new Date(clock()) })
        .returning();
      if (!run) throw new Error('The import was not noted');
      stopping.set(run.id, stop);
      const work = make(run.id, archive, { usual, signal, ...by }).finally(() => {
        running.delete(work);
        stopping.delete(run.id);
      });
      running.add(work);
      await Promise.race([work, sleep(PATIENCE_MS, undefined, { ref: false })]);
      return (await latest()) ?? run;
    },
    latest,
    /** Ends the one that runs, whichever process makes it: after the page that is being written. */
    async stop({ actorId, announce }: Starter): Promise<ImportJob> {
      const run = await latest();
      const isRunning = run?.state === 'running';
      if (!isRunning || !(await note(run.id, { state: 'stopped', lines: [STOPPED] })))
        throw new ApiError(409, 'No import is running.');
      await announce([told(actorId)]);
      stopping.get(run.id)?.abort(new ImportStopped('The import', 'it was stopped', GO_ON));
      return (await latest()) ?? run;
    },
    async close() {
      ending.abort(new ImportStopped('The import', 'its server was ended', GO_ON));
      await Promise.all(running);
    },
  };

  async function latest(): Promise<typeof importRuns.$inferSelect | undefined> {
    const [run] = await db.select().from(importRuns).orderBy(desc(importRuns.id)).limit(1);
    const isSilent = run?.state === 'running' && clock() - run.updatedAt.getTime() > SILENCE_MS;
    return isSilent ? { ...run, state: 'stopped', lines: [`Its server has ended. ${GO_ON}`] } : run;
  }

  /** What is wrong with a file is told at once. */
  function openOrRefuse(wanted: Wanted, signal: AbortSignal): Archive {
    try {
      return openArchive(wanted, { ...importing, signal });
    } catch (error) {
      if (error instanceof ImportStopped) throw new ApiError(400, error.message);
      throw error;
    }
  }

  /** What has become of one that runs; false where somebody has stopped it. */
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
      if (isGoingOn) await announce([told(actorId)]);
      return isGoingOn;
    };
    try {
      const summary = await importArchive(db, archive, {
        ...options,
        scoring,
        clock,
        actorId,
        onChange: announce,
        async onProgress({ where: place, done, total }) {
          if (!(await noteAndTell({ place, done, total: total ?? null })))
            throw new ImportStopped('The import', 'it was stopped', GO_ON);
        },
      });
      await noteAndTell({ state: 'done', lines: tellSummary(summary) });
    } catch (cause) {
      // Whatever it was waiting for then fails in a way of its own.
      const error = options.signal?.aborted ? options.signal.reason : cause;
      const isKnown = error instanceof ImportStopped || error instanceof ApiError;
      if (!isKnown) importing.onFailure?.(error);
      const why = isKnown
        ? error.message
        : `Something went wrong. What came before is in. ${GO_ON}`;
      // Unless it was stopped: then that has been told.
      await noteAndTell({ state: 'stopped', lines: [why] }).catch(importing.onFailure);
    }
  }
}

function told(subjectId: string): Change {
  return { topic: 'import', subjectId, version: nextVersion() };
}
