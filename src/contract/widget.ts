import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { setlistEntry } from './setlists.ts';
import { show, showStatus } from './shows.ts';

/** What a widget on another site can show: the next show, the live setlist, or the last results. */
export const WIDGET_SHOWS = ['next', 'live', 'last'] as const;
export type WidgetShow = (typeof WIDGET_SHOWS)[number];

export const WIDGET_FILE = '/widget.js';

export const WIDGET_TOP_ROWS = 5;

/** Replaces the name of a fan with private sheets. */
export const PRIVATE_FAN = 'Private fan';

const hex = z.string().regex(/^#[0-9a-f]{6}$/);
const colors = z.object({
  stage: hex,
  rail: hex,
  text: hex,
  dim: hex,
  accent: hex,
  accentText: hex,
});

export const widgetFacts = z
  .object({
    site: z.object({
      name: z.string(),
      bandName: z.string(),
      colors: z.object({ dark: colors, light: colors }),
    }),
    /** Null if there is no such show. */
    show: show
      .pick({ id: true, name: true, venue: true, date: true, timeZone: true })
      .extend({
        place: z.string(),
        status: showStatus,
        /** When predictions lock; null if the show accepts none. */
        locksAt: z.iso.datetime().nullable(),
        path: z.string(),
      })
      .nullable(),
    predictPath: z.string(),
    /** Null before the show is live. */
    setlist: z
      .array(
        setlistEntry
          .pick({ setLabel: true, segue: true, breakAfter: true })
          .extend({ title: z.string() }),
      )
      .nullable(),
    /** The top of the show's leaderboard; null before it has points. */
    board: z
      .object({
        total: z.int(),
        rows: z.array(z.object({ rank: z.int(), username: z.string(), points: z.int() })),
      })
      .nullable(),
  })
  .meta({ id: 'WidgetFacts' });
export type WidgetFacts = z.output<typeof widgetFacts>;

export const getWidget = endpoint('getWidget', {
  method: 'GET',
  path: '/api/widget',
  tag: 'widget',
  who: 'anyone',
  summary: 'Get what a widget on another site shows; pages of any origin may read it',
  query: z.object({
    show: z.enum(WIDGET_SHOWS, 'Show must be next, live or last').default('next'),
  }),
  status: 200,
  returns: widgetFacts,
  dependsOn: ['show', 'setlist', 'song', 'standings', 'entrants', 'privacy', 'band'],
});
