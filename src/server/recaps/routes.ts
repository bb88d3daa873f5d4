import type { FastifyInstance } from 'fastify';
import type { Crowd } from '#contract/crowd.ts';
import { resolveConcerns } from '#contract/freshness.ts';
import { countBehind } from '#contract/leaderboards.ts';
import { getMyShowRecap, getShowRecap } from '#contract/recaps.ts';
import { buildTourCard, TOUR_CARD_IMAGE_PATH } from '#contract/tour-card.ts';
import { getMyTourRecap, getTourRecap } from '#contract/tour-recaps.ts';
import type { Context } from '../context.ts';
import type { ReadCrowd } from '../crowd/read-crowd.ts';
import type { ReadScoredNights } from '../house-players/scored-nights.ts';
import { read } from '../http/read.ts';
import { notFound, route, toRoutePattern } from '../http/route.ts';
import type { BoardUser } from '../leaderboards/board.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { createPacedReads } from '../leaderboards/paced-reads.ts';
import { createTurns } from '../leaderboards/run-in-turn.ts';
import { createVersionedCache } from '../leaderboards/versioned-cache.ts';
import type { CardImages } from '../shares/card-images.ts';
import { listScoredPredictions } from '../statistics/scored-predictions.ts';
import { findBestCall } from './recap-crowd.ts';
import { createShowRecap, requireOverShow } from './show-recap.ts';
import { readTourNights, requireOverTour, type TourNight } from './tour-nights.ts';
import { createMyTourRecap, createTourRecap } from './tour-recap.ts';

interface Sources {
  boards: Boards;
  readCrowd: ReadCrowd;
  scoredNights: ReadScoredNights;
  images: CardImages;
}

/** A crowd takes about 20 KB. A tour has one for each of its nights. */
const MAX_CROWDS = 20;
const MAX_TOURS = 4;

export function recapRoutes(app: FastifyInstance, context: Context, sources: Sources): void {
  const { db } = context;
  const { boards, readCrowd, scoredNights, images } = sources;
  const crowds = createVersionedCache<Crowd>('recap', MAX_CROWDS, context);
  const findCrowd = (show: { id: string; status: string }) =>
    crowds(show.id, resolveConcerns(getMyShowRecap, { id: show.id }), () => readCrowd(show.id));

  read(app, getShowRecap, async ({ params: { id } }) => {
    const show = await requireOverShow(db, id);
    return createShowRecap({ db, boards, scoredNights }, show, await findCrowd(show));
  });

  route(app, getMyShowRecap, async ({ params: { id }, viewer }) => {
    const show = await requireOverShow(db, id);
    const board = await boards.forShow(id);
    const row = await board.findRow(viewer);
    const [night] = await listScoredPredictions(db, viewer.userId, id);
    if (!row || !night) return undefined;
    const { rank, totalPoints: points } = row;
    const total = await board.total();
    const { predictionId, picks } = night;
    return {
      ...{ predictionId, points, rank, total },
      behind: countBehind(points, { ranks: board.ranks ?? [], total }),
      hits: {
        hits: picks.filter(({ outcome }) => outcome !== 'Not played').length,
        of: picks.length,
      },
      bestCall: findBestCall(picks, await findCrowd(show)),
    };
  });

  const tours = createVersionedCache<TourNight[]>('recap', MAX_TOURS, context);
  const readPaced = createPacedReads<TourNight[]>();
  const readInTurn = createTurns();
  const findNights = async (tour: string) => {
    // Checked first, so that the names of other tours don't evict nights.
    await requireOverTour(db, tour);
    return tours(tour, resolveConcerns(getTourRecap), () =>
      readPaced(tour, () => readInTurn(() => readTourNights({ db, readCrowd }, tour))),
    );
  };
  const tourSources = { db, boards, scoredNights };

  read(app, getTourRecap, async ({ query: { tour } }) =>
    createTourRecap(tourSources, tour, await findNights(tour)),
  );

  const findMyTour = async (tour: string, viewer: BoardUser) =>
    createMyTourRecap(tourSources, tour, await findNights(tour), viewer);

  route(app, getMyTourRecap, ({ query: { tour }, viewer }) => findMyTour(tour, viewer));

  const config = { who: 'user', hiddenBecause: 'An image, not JSON.' } as const;
  app.get(
    toRoutePattern(TOUR_CARD_IMAGE_PATH).slice(app.prefix.length),
    { config },
    async (request, reply) => {
      const { viewer } = request;
      const query = getMyTourRecap.query.safeParse(request.query);
      const recap = query.success && viewer && (await findMyTour(query.data.tour, viewer));
      if (!recap) throw notFound('Tour');
      const card = buildTourCard(recap, viewer.username);
      return images.sendTourCard(card, { request, reply, cacheControl: 'private, no-cache' });
    },
  );
}
