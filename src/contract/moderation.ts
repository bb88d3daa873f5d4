import { z } from 'zod';
import { endpoint, idParams } from './endpoint.ts';
import { hidden } from './hidden-content.ts';
import { pageQuery } from './leaderboards.ts';
import { REPORT_KINDS, REPORT_REASONS } from './reports.ts';

export const MUTE_DAYS = [1, 7, 30] as const;

export const REPORTS_MAX_ROWS = 100;

/** A SHA-256 in hex. */
export const FINGERPRINT_LENGTH = 64;

export const REPORTED_TEXT_MAX = 1_000;
export const REPORT_COMMENTS_SHOWN = 5;

export const ALREADY_DECIDED = 'Someone else has already decided this.';
export const CHANGED_SINCE_READ =
  'This changed after you opened it. Read it again before you decide.';
export const USERNAME_STAYS = "A username can't be hidden. Warn or mute the fan instead.";

/** `id` is the case's. `text` and `earlierText` are truncated to `REPORTED_TEXT_MAX` characters. */
export const reportedContent = z
  .object({
    id: z.uuid(),
    /** The number of decisions. */
    version: z.int(),
    /** Identifies the fan and the whole text. A decision sends it back. */
    fingerprint: z.string(),
    kind: z.enum(REPORT_KINDS),
    hidden,
    text: z.string(),
    /** What the first fan reported, if it was changed since. */
    earlierText: z.string().nullable(),
    /** The author, the fan of a bio or username, or the owner of a league. */
    fan: z.object({ id: z.uuid(), username: z.string() }),
    /** Null unless it is a thread or a post. */
    thread: z.object({ id: z.uuid(), title: z.string(), postNumber: z.int() }).nullable(),
    /** Null unless it is a league's name or a post in its talk. */
    league: z.object({ id: z.uuid(), isListed: z.boolean() }).nullable(),
    reportCount: z.int(),
    reasons: z.array(z.object({ reason: z.enum(REPORT_REASONS), count: z.int() })),
    comments: z.array(z.string()),
    reportedAt: z.iso.datetime(),
  })
  .meta({ id: 'ReportedContent' });
export type ReportedContent = z.output<typeof reportedContent>;

export const listReports = endpoint('listReports', {
  method: 'GET',
  path: '/api/admin/reports',
  tag: 'moderation',
  who: 'moderator',
  summary:
    'List reported content that awaits a decision, or that was removed; X-Total-Count has the total',
  query: pageQuery.extend({
    limit: pageQuery.shape.limit.refine((rows) => rows <= REPORTS_MAX_ROWS, 'At most 100 reports'),
    state: z.enum(['open', 'removed'], 'State must be open or removed').default('open'),
  }),
  status: 200,
  returns: z.array(reportedContent),
  dependsOn: ['report', 'thread', 'profile', 'league', 'leagueTalk', 'username'],
});

export const decideReport = endpoint('decideReport', {
  method: 'POST',
  path: '/api/admin/reports/{id}/decision',
  tag: 'moderation',
  who: 'moderator',
  summary:
    'Handle reported content and its author, or show removed content again; 409 if someone else already did, or if the text or its fan changed',
  params: idParams,
  body: z
    .object({
      version: z.int('Version must be a whole number').min(0),
      fingerprint: z.string('Fingerprint is required').max(FINGERPRINT_LENGTH),
      content: z.enum(['show', 'hide'], 'Content must be show or hide'),
      author: z.enum(['none', 'warn', 'mute'], 'Author must be none, warn or mute'),
      muteDays: z.literal(MUTE_DAYS, 'Days must be 1, 7 or 30').optional(),
      /** Whether the fans who reported it lose their good standing. */
      isAbuse: z.boolean().optional(),
    })
    .refine(({ author, muteDays }) => (author === 'mute') === (muteDays !== undefined), {
      message: 'Choose how many days the mute lasts',
      path: ['muteDays'],
    })
    .refine(
      ({ isAbuse, content, author }) => !isAbuse || (content === 'show' && author === 'none'),
      {
        message: 'Only dismissed reports can be abuse',
        path: ['isAbuse'],
      },
    ),
  status: 204,
});

export const listMutedFans = endpoint('listMutedFans', {
  method: 'GET',
  path: '/api/admin/muted-fans',
  tag: 'moderation',
  who: 'moderator',
  summary: 'List muted fans, earliest end first',
  status: 200,
  returns: z.array(
    z
      .object({ id: z.uuid(), username: z.string(), mutedUntil: z.iso.datetime() })
      .meta({ id: 'MutedFan' }),
  ),
  dependsOn: ['mute', 'username'],
});

export const NOT_MUTED = 'This fan is not muted.';

export const endMute = endpoint('endMute', {
  method: 'DELETE',
  path: '/api/admin/users/{id}/mute',
  tag: 'moderation',
  who: 'moderator',
  summary: "End a fan's mute early; 409 if they are not muted",
  params: idParams,
  status: 204,
});
