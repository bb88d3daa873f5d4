import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { createEmailChannel } from './email-channel.ts';
import { createPushChannel } from './push-channel.ts';
import { startNotifications } from './send-notifications.ts';

/** Sends due notifications until the app closes: by push, and by email if it is configured. */
export function runNotifications(app: FastifyInstance, context: Context): void {
  const { db, clock, disk, mailer } = context;
  const notifications = startNotifications(
    { db, clock, disk, log: app.log },
    {
      ...(mailer.isConfigured && { mail: createEmailChannel(context) }),
      push: createPushChannel(context),
    },
  );
  app.addHook('onClose', () => notifications.close());
}
