import { setTimeout as sleep } from 'node:timers/promises';
import { desc, eq } from 'drizzle-orm';
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
import { openArchive, type Reach } from './open-archive.ts';
import { readImport } from './read-import.ts';
import type { UsualStart } from './show-start.ts';
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

  return {
    async start(body: BodyOf<typeof startImport>, by: Starter): Promise<ImportJob> {
      if ((await latest())?.state === 'running')
        throw new ApiError(409, 'An import is running: wait until it is done.');
      const { wanted, usual } = readImport(body, importing.apiKey);
      const archive = openOrRefuse(wanted);
      const [run] = await db
        .insert(importRuns)
        .values({ source: archive.source, state: 'running', updatedAt: new Date(clock()) })
        .returning();
      if (!run) throw new Error('The import was not noted');
      const work = make(run.id, archive, usual, by).finally(() => running.delete(work));
      running.add(work);
      await Promise.race([work, sleep(PATIENCE_MS, undefined, { ref: false })]);
      return (await latest()) ?? run;
    },
    latest,
    async close() {
      ending.abort(new ImportStopped('The import', 'its server was ended', GO_ON));
      await Promise.all(running);
    },
  };

  async function latest(): Promise<ImportJob | undefined> {
    const [run] = await db.select().from(importRuns).orderBy(desc(importRuns.id)).limit(1);
    const isSilent = run?.state === 'running' && clock() - run.updatedAt.getTime() > SILENCE_MS;
    return isSilent ? { ...run, state: 'stopped', lines: [`Its server has ended. ${GO_ON}`] } : run;
  }

  /** What is wrong with a file is told at once. */
  function openOrRefuse(wanted: Parameters<typeof openArchive>[0]): Archive {
    try {
      return openArchive(wanted, { ...importing, signal: ending.signal });
    } catch (error) {
      if (error instanceof ImportStopped) throw new ApiError(400, error.message);
      throw error;
    }
  }

  async function make(
    id: number,
    archive: Archive,
    usual: UsualStart | undefined,
    { actorId, announce }: Starter,
  ): Promise<void> {
    const note = async (news: Partial<typeof importRuns.$inferInsert>) => {
      const set = { ...news, updatedAt: new Date(clock()) };
      await db.update(importRuns).set(set).where(eq(importRuns.id, id));
      await announce([{ topic: 'import', subjectId: actorId, version: nextVersion() }]);
    };
    try {
      const summary = await importArchive(db, archive, {
        scoring,
        clock,
        usual,
        actorId,
        signal: ending.signal,
        onChange: announce,
        onProgress: ({ where: place, done, total }) => note({ place, done, total }),
      });
      await note({ state: 'done', lines: tellSummary(summary) });
    } catch (error) {
      const isKnown = error instanceof ImportStopped || error instanceof ApiError;
      if (!isKnown) importing.onFailure?.(error);
      const why = isKnown
        ? error.message
        : `Something went wrong. What came before is in. ${GO_ON}`;
      await note({ state: 'stopped', lines: [why] }).catch(importing.onFailure);
    }
  }
}
