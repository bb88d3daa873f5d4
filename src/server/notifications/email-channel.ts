import { UNSUBSCRIBE_PATH } from '#contract/notifications.ts';
import { urlOf } from '#contract/url.ts';
import type { Context } from '../context.ts';
import { renderEmailHtml } from '../mail/email-template.ts';
import { canRetry } from '../mail/mailer.ts';
import { emailText } from './messages.ts';
import { NotAccepted, type SendNotification } from './send-notifications.ts';
import { signingKey, signUnsubscribing } from './unsubscribe-token.ts';

type Mailing = Pick<Context, 'db' | 'mailer' | 'band' | 'publicUrl'>;

export function emailChannel({ db, mailer, band, publicUrl = '' }: Mailing): SendNotification {
  return async (notification) => {
    const token = signUnsubscribing(notification, await signingKey(db));
    const { path, ...words } = emailText(notification, band.known().productName);
    const email = renderEmailHtml(words, {
      to: notification.email,
      link: publicUrl + path,
      unsubscribe: publicUrl + urlOf(UNSUBSCRIBE_PATH, { query: { token } }),
    });
    try {
      await mailer.deliver(email);
    } catch (cause) {
      throw canRetry(cause) ? new NotAccepted('The mail server did not take it', { cause }) : cause;
    }
  };
}
