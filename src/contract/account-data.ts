import { z } from 'zod';
import { currentUser, existingPassword } from './accounts.ts';
import { deletionImpact } from './deletion-impact.ts';
import { endpoint } from './endpoint.ts';
import { moderationNotice } from './moderation-notices.ts';
import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS } from './notifications.ts';
import { assertion } from './passkeys.ts';
import { REPORT_KINDS, REPORT_REASONS } from './reports.ts';
import { sessionItem } from './user-sessions.ts';

const dateTime = z.iso.datetime();
const notification = z.object({
  channel: z.enum(NOTIFICATION_CHANNELS),
  kind: z.enum(NOTIFICATION_KINDS),
});

export const accountData = z
  .object({
    exportedAt: dateTime,
    account: currentUser
      .omit({ moderationNotices: true })
      .extend({ createdAt: dateTime, isEmailVerified: z.boolean() }),
    predictions: z.array(
      z.object({
        show: z.object({ name: z.string(), city: z.string(), date: dateTime }),
        submittedAt: dateTime,
        points: z.int().nullable(),
        isSurprise: z.boolean(),
        songs: z.array(z.object({ position: z.int(), title: z.string() })),
        share: z
          .object({ token: z.string(), showsSongsEarly: z.boolean(), createdAt: dateTime })
          .nullable(),
        corrections: z.array(z.object({ at: dateTime, what: z.string(), difference: z.int() })),
      }),
    ),
    voidedPredictions: z.array(z.object({ show: z.string(), voidedAt: dateTime })),
    threads: z.array(z.object({ title: z.string(), category: z.string(), createdAt: dateTime })),
    posts: z.array(
      z.object({
        thread: z.string(),
        content: z.string(),
        createdAt: dateTime,
        updatedAt: dateTime,
      }),
    ),
    leagues: z.array(z.object({ name: z.string(), isOwner: z.boolean(), joinedAt: dateTime })),
    blocks: z.array(z.object({ username: z.string(), blockedAt: dateTime })),
    moderation: z.object({
      mutedUntil: dateTime.nullable(),
      reports: z.array(
        z.object({
          about: z.enum(REPORT_KINDS),
          reason: z.enum(REPORT_REASONS),
          comment: z.string().nullable(),
          outcome: z.string().nullable(),
          createdAt: dateTime,
        }),
      ),
      notices: z.array(moderationNotice),
    }),
    leaguePosts: z.array(
      z.object({
        league: z.string(),
        content: z.string(),
        createdAt: dateTime,
        updatedAt: dateTime,
      }),
    ),
    nudges: z.array(z.object({ league: z.string(), show: z.string(), createdAt: dateTime })),
    calendar: z.object({ token: z.string(), createdAt: dateTime }).nullable(),
    sessions: z.array(sessionItem.omit({ id: true, isCurrent: true })),
    passkeys: z.array(
      z.object({ name: z.string(), createdAt: dateTime, lastUsedAt: dateTime.nullable() }),
    ),
    notices: z.object({
      choices: z.array(notification.extend({ isWanted: z.boolean() })),
      devices: z.array(
        z.object({
          endpoint: z.string(),
          timeZone: z.string(),
          createdAt: dateTime,
          seenAt: dateTime,
        }),
      ),
      sent: z.array(
        notification.extend({
          show: z.string(),
          createdAt: dateTime,
          outcome: z.string().nullable(),
        }),
      ),
    }),
  })
  .meta({ id: 'AccountData' });
export type AccountData = z.output<typeof accountData>;

/** Uses POST, so that no cache stores the response and no other site's page can request it. */
export const exportAccountData = endpoint('exportAccountData', {
  method: 'POST',
  path: '/api/user/export',
  tag: 'account-data',
  who: 'user',
  summary: 'Export all data stored about you',
  status: 200,
  returns: accountData,
});

export const getAccountDeletion = endpoint('getAccountDeletion', {
  method: 'GET',
  path: '/api/user/deletion',
  tag: 'account-data',
  who: 'user',
  summary: 'Preview what is deleted with your account',
  status: 200,
  returns: deletionImpact,
  dependsOn: ['prediction:{me}', 'share:{me}', 'show', 'thread', 'newPost', 'leagueTalk'],
});

export const deleteAccount = endpoint('deleteAccount', {
  method: 'POST',
  path: '/api/user/deletion',
  tag: 'account-data',
  who: 'user',
  summary: 'Delete your account and its data',
  body: z
    .object({
      currentPassword: existingPassword('Required').optional(),
      credential: assertion.optional(),
      // Pages of an earlier version send false to preview the deletion.
      isConfirmed: z.literal(true),
    })
    .refine(({ currentPassword, credential }) => currentPassword !== undefined || credential, {
      message: 'Required',
      path: ['currentPassword'],
    }),
  status: 200,
  returns: deletionImpact,
});
