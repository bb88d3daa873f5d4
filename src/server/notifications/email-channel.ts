import { UNSUBSCRIBE_PATH } from '#contract/notifications.ts';
import { buildUrl } from '#contract/url.ts';
import type { Context } from '../context.ts';
import { renderEmailHtml } from '../mail/email-template.ts';
import { canRetry } from '../mail/mailer.ts';
import { composeEmail } from './messages.ts';
import { NotAcceptedError, type SendNotification } from './send-notifications.ts';
import { createUnsubscribeToken, loadSigningKey } from './unsubscribe-token.ts';

type EmailContext = Pick<Context, 'db' | 'mailer' | 'band' | 'publicUrl'>;

export function createEmailChannel({
  db,
  mailer,
  band,
  publicUrl = '',
}: EmailContext): SendNotification {
  return async (notification) => {
    const token = createUnsubscribeToken(notification, await loadSigningKey(db));
    const { path, ...content } = composeEmail(notification, band.current().productName);
    const email = renderEmailHtml(content, {
      to: notification.email,
      link: publicUrl + path,
      unsubscribe: publicUrl + buildUrl(UNSUBSCRIBE_PATH, { query: { token } }),
    });
    try {
      await mailer.deliver(email);
    } catch (cause) {
      throw canRetry(cause)
        ? new NotAcceptedError('The mail server did not accept the email', { cause })
        : cause;
    }
  };
}
