import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What a fan can be told of while they are away. */
export const NOTIFICATION_KINDS = ['reminder', 'result', 'moved'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** How: by mail, or by the system of their devices. */
export const NOTIFICATION_CHANNELS = ['mail', 'push'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/**
 * What somebody gets who has chosen nothing. What became of a prediction that they made is mailed; a
 * reminder goes to who did nothing, so they ask for it. A device tells nothing that nobody asked it to.
 */
export const NOTIFICATION_DEFAULTS: Record<
  NotificationChannel,
  Record<NotificationKind, boolean>
> = {
  mail: { reminder: false, result: true, moved: true },
  push: { reminder: false, result: false, moved: false },
};

/** How long before the lock of a show's predictions those without one are reminded. */
export const REMINDER_HOURS = 5;

/** At most so many a day come to a fan's devices, by their own day. */
export const PUSHES_A_DAY = 2;

/** From and to which hour of a fan's own day their devices stay quiet; what came then comes after. */
export const QUIET_HOURS = { from: 22, to: 8 } as const;

const wanted = z.object({ reminder: z.boolean(), result: z.boolean(), moved: z.boolean() });

export const notificationSettings = z
  .object({
    mail: wanted,
    push: wanted,
    /** By which a browser knows that what is pushed is ours: base64url. */
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
    kind: z.enum(NOTIFICATION_KINDS, 'Kind must be reminder, result or moved'),
    isWanted: z.boolean(),
  }),
  status: 200,
  returns: notificationSettings,
});

/** Where `List-Unsubscribe` and a letter's last line lead; the token stands behind it. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';
