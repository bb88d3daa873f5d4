import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Append new kinds: unsubscribe links contain the index. */
export const NOTIFICATION_KINDS = ['reminder', 'result', 'moved', 'recap'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_CHANNELS = ['mail', 'push'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** By default, fans get emails about their own predictions; the rest is opt-in. */
export const NOTIFICATION_DEFAULTS: Record<
  NotificationChannel,
  Record<NotificationKind, boolean>
> = {
  mail: { reminder: false, result: true, moved: true, recap: true },
  push: { reminder: false, result: false, moved: false, recap: false },
};

export const REMINDER_HOURS = 5;

/** The limit per fan and local date. */
export const MAX_PUSHES_PER_DAY = 2;

/** In local hours. Push notifications that are due in between are sent afterwards. */
export const QUIET_HOURS = { from: 22, to: 8 } as const;

const kindSettings = z.object({
  reminder: z.boolean(),
  result: z.boolean(),
  moved: z.boolean(),
  recap: z.boolean(),
});

export const notificationSettings = z
  .object({
    mail: kindSettings,
    push: kindSettings,
    /** VAPID public key, base64url. */
    pushKey: z.string(),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.output<typeof notificationSettings>;

export const getNotificationSettings = endpoint('getNotificationSettings', {
  method: 'GET',
  path: '/api/user/notices',
  tag: 'notifications',
  who: 'user',
  summary: 'Get which notifications you receive, and on which channels',
  status: 200,
  returns: notificationSettings,
  dependsOn: ['notices:{me}'],
});

export const updateNotificationSetting = endpoint('updateNotificationSetting', {
  method: 'PATCH',
  path: '/api/user/notices',
  tag: 'notifications',
  who: 'user',
  summary: 'Turn one kind of notification on or off',
  body: z.object({
    channel: z.enum(NOTIFICATION_CHANNELS, 'Channel must be mail or push'),
    kind: z.enum(NOTIFICATION_KINDS, 'Kind must be reminder, result, moved or recap'),
    isWanted: z.boolean(),
  }),
  status: 200,
  returns: notificationSettings,
});

/** Target of `List-Unsubscribe` and of the link in emails; the token is appended. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';
