import { UNSUBSCRIBE_PATH } from '#contract/notices.ts';
import { urlOf } from '#contract/url.ts';
import type { Context } from '../context.ts';
import { drawLetter } from '../mail/letter.ts';
import { mayTryAgain } from '../mail/mailer.ts';
import { NotTaken, type SendNotice } from './send-notices.ts';
import { signingKey, signUnsubscribing } from './unsubscribe-token.ts';
import { letterWords } from './words.ts';

type Mailing = Pick<Context, 'db' | 'mailer' | 'band' | 'publicUrl'>;

/** Notices as letters, each with an address that ends those of its kind. */
export function noticesByMail({ db, mailer, band, publicUrl = '' }: Mailing): SendNotice {
  return async (notice) => {
    const token = signUnsubscribing(notice, await signingKey(db));
    const { path, ...words } = letterWords(notice, band.known().productName);
    const letter = drawLetter(words, {
      to: notice.email,
      link: publicUrl + path,
      unsubscribe: publicUrl + urlOf(UNSUBSCRIBE_PATH, { query: { token } }),
    });
    try {
      await mailer.deliver(letter);
    } catch (cause) {
      throw mayTryAgain(cause) ? new NotTaken('The mail server did not take it', { cause }) : cause;
    }
  };
}
