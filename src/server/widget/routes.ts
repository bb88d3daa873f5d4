import { asc, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Band } from '#contract/band.ts';
import { deriveLampTokens, type Theme } from '#contract/band-colors.ts';
import { HOUR } from '#contract/durations.ts';
import { paths } from '#contract/pages.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import { formatPlace, hasResults } from '#contract/shows.ts';
import {
  getWidget,
  PRIVATE_FAN,
  WIDGET_TOP_ROWS,
  type WidgetFacts,
  type WidgetShow,
} from '#contract/widget.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { read } from '../http/read.ts';
import { FOR_OTHER_SITES } from '../http/security-headers.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { themes } from '../pages/colors.ts';
import { findVisibleSetlist } from '../setlists/queries.ts';
import { cacheUntilShowChanges } from '../shows/cache-until-show-changes.ts';
import type { ShowRow } from '../shows/show-row.ts';

/** How long a show that starts late remains the next one. */
const LATE_START_MS = 6 * HOUR;

/** Public: everyone gets the same bytes, so any site may read them. */
export function widgetRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { db, band, clock } = context;
  const findShowId = createShowFinder(context);

  read(
    app,
    getWidget,
    ({ query }) => findShowId(query.show),
    async ({ variant: showId, query, header }): Promise<WidgetFacts> => {
      for (const [name, value] of Object.entries(FOR_OTHER_SITES)) header(name, value);
      const [show] = showId ? await db.select().from(shows).where(eq(shows.id, showId)) : [];
      const facts = { site: describeSite(band.current()), predictPath: paths.predict() };
      if (!show) return { ...facts, show: null, setlist: null, board: null };
      const described = { ...facts, show: describeShow(show) };
      if (query.show === 'next' || !hasResults(show))
        return { ...described, setlist: null, board: null };
      const rows = await findVisibleSetlist(db, show.id, { isEditor: false, now: clock() });
      const setlist = rows.map(({ song, ...row }) => ({ ...row, title: song.title }));
      return { ...described, setlist, board: await readTop(boards, show.id) };
    },
  );
}

function createShowFinder({ db, changeVersions, clock }: Context) {
  const readShows = cacheUntilShowChanges(changeVersions, () =>
    db
      .select({ id: shows.id, date: shows.date, status: shows.status })
      .from(shows)
      .where(inArray(shows.status, ['open', 'live', 'closed']))
      .orderBy(asc(shows.date), asc(shows.id)),
  );
  return async (requestedShow: WidgetShow): Promise<string | undefined> => {
    const rows = await readShows();
    const live = rows.find(({ status }) => status === 'live');
    if (requestedShow === 'live') return live?.id;
    if (requestedShow === 'last') return rows.findLast(({ status }) => status === 'closed')?.id;
    const earliest = clock() - LATE_START_MS;
    return (live ?? rows.find(({ status, date }) => status === 'open' && date.getTime() > earliest))
      ?.id;
  };
}

function describeSite({ productName, bandName, colors }: Band): WidgetFacts['site'] {
  const listColors = (theme: Theme) => {
    const { stage = '', rail = '', text = '', dim = '' }: Record<string, string> = themes[theme];
    const lamp = deriveLampTokens(themes, theme, colors?.[theme] ?? themes[theme]['lamp-ink']);
    return { stage, rail, text, dim, accent: lamp.lamp, accentText: lamp['lamp-text'] };
  };
  const siteColors = { dark: listColors('dark'), light: listColors('light') };
  return { name: productName, bandName, colors: siteColors };
}

function describeShow(show: ShowRow): NonNullable<WidgetFacts['show']> {
  const { id, status } = show;
  const locksAt =
    status === 'open' && !show.arePredictionsFrozen ? new Date(predictionsLockAt(show)) : null;
  return {
    ...show,
    place: formatPlace(show),
    date: show.date.toISOString(),
    locksAt: locksAt?.toISOString() ?? null,
    path: status === 'live' ? paths.liveSetlist({ show: id }) : paths.showLeaderboard({ show: id }),
  };
}

async function readTop(boards: Boards, showId: string): Promise<WidgetFacts['board']> {
  const board = await boards.forShow(showId);
  if (!board.ranks) return null;
  const { rows, total } = await board.page(WIDGET_TOP_ROWS, 0);
  return {
    total,
    rows: rows.map(({ rank, username, totalPoints: points, isPrivate }) => ({
      ...{ rank, points, username: isPrivate ? PRIVATE_FAN : username },
    })),
  };
}
