import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { createEmailChannel, type ResultCards } from './email-channel.ts';
import { createPushChannel } from './push-channel.ts';
import { startNotifications } from './send-notifications.ts';

export function runNotifications(app: FastifyInstance, context: Context, cards: ResultCards): void {
  const { db, clock, disk, mailer } = context;
  const notifications = startNotifications(
    { db, clock, disk, log: app.log },
    {
      ...(mailer.isConfigured && { mail: createEmailChannel(context, cards) }),
      push: createPushChannel(context),
    },
  );
  app.addHook('onClose', () => notifications.close());
}
