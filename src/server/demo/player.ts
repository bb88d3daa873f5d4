import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { lockCatalog } from '../catalog/load-catalog.ts';
import { type ChangeScope, runAndPublish } from '../changes/run-change.ts';
import type { Context, ShowScoring } from '../context.ts';
import { auditLog } from '../db/schema/audit.ts';
import { shows } from '../db/schema/shows.ts';
import { addSetlistSong } from '../setlists/add-setlist-song.ts';
import { updateSetlistSong } from '../setlists/change-setlist-song.ts';
import { deleteShow } from '../shows/change-show.ts';
import { setShowStatus } from '../shows/set-status.ts';
import { createPostPublisher } from './demo-posts.ts';
import {
  findDeletedIds,
  findDemoShows,
  findDemoSongs,
  findFinishedShows,
  findPlayedRows,
  hasDemo,
} from './demo-state.ts';
import {
  decidePlay,
  decideSchedule,
  findLiveShow,
  type PlayStep,
  type ScheduleStep,
} from './next-step.ts';
import { type PlannedShow, planShows, type Residency } from './residency.ts';
import { planShowTimeline } from './show-timeline.ts';
import { createPredictionSubmitter } from './submit-predictions.ts';

export interface PlayerOptions {
  scoring: ShowScoring;
  residency: Residency;
  /** The username that visitors share. The player predicts for it once a show has locked. */
  findVisitor?: (() => string | undefined) | undefined;
}

type PlayerContext = Pick<Context, 'db' | 'bus' | 'clock' | 'disk' | 'bandPack' | 'shutdownSignal'>;

const INTERVAL_MS = 5_000;

/** Plays the demo's shows while the server listens. */
export function runDemoPlayer(
  app: FastifyInstance,
  context: PlayerContext,
  options: PlayerOptions,
): void {
  const player = createDemoPlayer(context, options);
  let pendingRun: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    pendingRun ??= player
      .playDue()
      .catch((err: unknown) => app.log.error({ err }, 'failed to play the demo'))
      .finally(() => {
        pendingRun = undefined;
      });
  };
  app.addHook('onListen', async () => {
    run();
    timer = setInterval(run, INTERVAL_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    player.stop();
    await pendingRun;
  });
}

/** All state is in the database, so restarts are safe and several servers run each step once. */
export function createDemoPlayer(context: PlayerContext, options: PlayerOptions) {
  const { db, bus, clock, disk, bandPack, shutdownSignal } = context;
  const { scoring, residency, findVisitor } = options;
  const { bandName } = bandPack.band;
  const submitDuePredictions = createPredictionSubmitter(context, findVisitor);
  const publishDuePosts = createPostPublisher(context, residency, findVisitor);
  let isStopped = false;

  async function runSteps<Step>(runStep: (scope: ChangeScope) => Promise<Step | undefined>) {
    for (;;) {
      if (isStopped || shutdownSignal.aborted || (await disk.isFull())) return;
      const step = await runAndPublish({ db, bus }, null, async (scope) => {
        // Removing the demo takes the same lock, which stops the player.
        await lockCatalog(scope.tx);
        return (await hasDemo(scope.tx, bandName)) ? runStep(scope) : undefined;
      });
      if (step === undefined) return;
    }
  }

  async function runScheduleStep(scope: ChangeScope): Promise<ScheduleStep | undefined> {
    const { tx } = scope;
    const planned = planShows(residency, bandName, clock());
    const step = decideSchedule({
      planned,
      shows: await findDemoShows(tx, bandName, planned),
      deletedIds: await findDeletedIds(tx, planned),
      finished: await findFinishedShows(tx, bandName, residency.key),
    });
    if (step?.kind === 'schedule') await addShow(scope, step.show);
    if (step?.kind === 'remove') await removeShow(scope, step.showId);
    return step;
  }

  async function addShow({ tx, record, changed }: ChangeScope, show: PlannedShow): Promise<void> {
    await tx.insert(shows).values(show);
    await record({ action: 'show.create', subjectId: show.id, showId: show.id, after: show });
    changed({ topic: 'show', subjectId: show.id, version: 0 });
  }

  /** Also deletes the audit records without an actor. Otherwise the audit log would grow forever. */
  async function removeShow(scope: ChangeScope, showId: string): Promise<void> {
    await deleteShow(scope, scoring, { id: showId, isFresh: true });
    await scope.tx
      .delete(auditLog)
      .where(and(eq(auditLog.showId, showId), isNull(auditLog.actorId)));
  }

  async function runPlayStep(scope: ChangeScope): Promise<PlayStep | undefined> {
    const { tx } = scope;
    const planned = planShows(residency, bandName, clock());
    const demoShows = await findDemoShows(tx, bandName, planned);
    const liveShow = findLiveShow(demoShows);
    const rows = liveShow ? await findPlayedRows(tx, bandName, liveShow.id) : [];
    const songs = liveShow ? await findDemoSongs(tx, bandName) : new Map<string, string>();
    const pack = await bandPack.load();
    const state = {
      shows: demoShows,
      setlist: rows,
      songs: new Set(songs.keys()),
      planShowTimeline: (show: { id: string; date: Date }) => planShowTimeline(show, pack),
    };
    const playStep = decidePlay(state, clock());
    if (!playStep) return undefined;
    const showId = playStep.show.id;
    if (playStep.kind === 'go-live')
      await setShowStatus(scope, scoring, showId, { status: 'live', from: 'open' }, { clock });
    if (playStep.kind === 'close')
      await setShowStatus(scope, scoring, showId, { status: 'closed', from: 'live' }, { clock });
    if (playStep.kind !== 'play') return playStep;
    const { step } = playStep;
    const request = { showId, clock: () => step.time };
    if (step.kind === 'song') {
      const { song, setLabel, isCloser } = step;
      const songId = songs.get(song) ?? '';
      const row = { songId, setLabel, isCloser, notes: null, source: null };
      await addSetlistSong(scope, scoring, request, row);
    } else {
      const { breakAfter } = step;
      const rowId = rows.at(-1)?.id ?? '';
      await updateSetlistSong(scope, scoring, { ...request, rowId }, { breakAfter });
    }
    return playStep;
  }

  return {
    async playDue(): Promise<void> {
      await runSteps(runScheduleStep);
      await submitDuePredictions();
      await runSteps(runPlayStep);
      if (!isStopped) await publishDuePosts();
    },
    stop(): void {
      isStopped = true;
    },
  };
}
