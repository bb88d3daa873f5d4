import {
  LINK_EXPIRED,
  PATIENT_LINK_DAYS,
  RESET_LINK_HOURS,
  SIGN_IN_LINK_MINUTES,
} from '#contract/account-links.ts';
import { paths } from '#contract/pages.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../http/api-error.ts';
import { type EmailKind, renderEmail } from '../../mail/email-template.ts';
import { issueTokens } from './one-time-tokens.ts';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const PATIENTLY = PATIENT_LINK_DAYS * 24 * HOUR;

/** What a letter's link does, for how long, and on which page. */
const LINKS = {
  'reset-password': { purpose: 'reset-password', lifeMs: RESET_LINK_HOURS * HOUR },
  'sign-in': { purpose: 'sign-in', lifeMs: SIGN_IN_LINK_MINUTES * MINUTE },
  'verify-email': { purpose: 'verify-email', lifeMs: PATIENTLY },
  welcome: { purpose: 'reset-password', lifeMs: PATIENTLY },
} as const satisfies Partial<Record<EmailKind, { purpose: string; lifeMs: number }>>;

const PAGE_OF = {
  'reset-password': paths.resetPassword,
  'sign-in': paths.signInLink,
  'verify-email': paths.verifyEmail,
};

type Recipient = { id: string; email: string };
type Linked = Pick<Context, 'db' | 'clock' | 'mailer' | 'band' | 'publicUrl'>;

/** Links that work once, and the letters that bring them. */
export function createLinks({ db, clock, mailer, band, publicUrl = '' }: Linked) {
  return {
    /** Makes a link and sends it, after the answer. */
    mail(kind: keyof typeof LINKS, ...recipients: readonly Recipient[]): void {
      if (recipients.length === 0) return;
      const { purpose, lifeMs } = LINKS[kind];
      mailer.post(async () => {
        const site = band.known().productName;
        const ids = recipients.map(({ id }) => id);
        const tokens = await issueTokens(db, purpose, ids, { now: clock(), lifeMs });
        return recipients.map(({ email }, n) => {
          // Behind the #, where no server, log or other site gets to see it. Never by the request's
          // own host, which whoever asks for somebody else's link could choose.
          const link = `${publicUrl}${PAGE_OF[purpose]()}#${tokens[n]}`;
          return renderEmail(kind, { to: email, site, link });
        });
      });
    },
  };
}

/** The same for a link that never was, was used, or is too old. */
export function linkExpired(): ApiError {
  return new ApiError(400, LINK_EXPIRED);
}
