import {
  LINK_EXPIRED,
  LONG_LINK_DAYS,
  RESET_LINK_HOURS,
  SIGN_IN_LINK_MINUTES,
} from '#contract/account-links.ts';
import { HOUR, MINUTE } from '#contract/durations.ts';
import { paths } from '#contract/pages.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../http/api-error.ts';
import { type AccountEmailKind, renderAccountEmail } from '../../mail/account-emails.ts';
import { readMailDesign } from '../../mail/mail-design.ts';
import { issueTokens } from './one-time-tokens.ts';

const LONG_LIFETIME_MS = LONG_LINK_DAYS * 24 * HOUR;

const LINKS = {
  'reset-password': { purpose: 'reset-password', lifetimeMs: RESET_LINK_HOURS * HOUR },
  'sign-in': { purpose: 'sign-in', lifetimeMs: SIGN_IN_LINK_MINUTES * MINUTE },
  'verify-email': { purpose: 'verify-email', lifetimeMs: LONG_LIFETIME_MS },
  welcome: { purpose: 'reset-password', lifetimeMs: LONG_LIFETIME_MS },
} as const satisfies Partial<Record<AccountEmailKind, { purpose: string; lifetimeMs: number }>>;

const PAGE_PATHS = {
  'reset-password': paths.resetPassword,
  'sign-in': paths.signInLink,
  'verify-email': paths.verifyEmail,
};

type Recipient = { id: string; email: string };
type LinkContext = Pick<Context, 'db' | 'clock' | 'mailer' | 'band' | 'publicUrl'>;

export function createLinks({ db, clock, mailer, band, publicUrl = '' }: LinkContext) {
  return {
    send(kind: keyof typeof LINKS, ...recipients: readonly Recipient[]): void {
      if (recipients.length === 0) return;
      const { purpose, lifetimeMs } = LINKS[kind];
      mailer.sendInBackground(async () => {
        const design = await readMailDesign({ band, publicUrl });
        const ids = recipients.map(({ id }) => id);
        const tokens = await issueTokens(db, purpose, ids, { now: clock(), lifetimeMs });
        return recipients.map(({ email }, n) => {
          // The fragment stays out of logs, and an attacker can't choose `publicUrl`.
          const link = `${publicUrl}${PAGE_PATHS[purpose]()}#${tokens[n]}`;
          return renderAccountEmail(kind, design, { to: email, link });
        });
      });
    },
  };
}

/** Returns the same error for unknown, used and expired links. */
export function createLinkExpiredError(): ApiError {
  return new ApiError(400, LINK_EXPIRED);
}
