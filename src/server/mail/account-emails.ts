import { LONG_LINK_DAYS, RESET_LINK_HOURS, SIGN_IN_LINK_MINUTES } from '#contract/account-links.ts';
import type { MailDesign } from './mail-design.ts';
import { type Email, type EmailContent, renderEmail } from './render-email.ts';

export function renderAccountEmail(
  kind: AccountEmailKind,
  design: MailDesign,
  { to, link }: { to: string; link: string },
): Email {
  return renderEmail(KINDS[kind](design.site), design, { to, link });
}

export type AccountEmailKind = keyof typeof KINDS;

export function formatAdministratorReason(site: string): string {
  return `You’re receiving this email because you’re an administrator of ${site}.`;
}

const hours = RESET_LINK_HOURS === 1 ? 'an hour' : `${RESET_LINK_HOURS} hours`;
const IGNORE_NOTE = 'If that wasn’t you, you can ignore this email.';
const accountReason = (site: string) =>
  `You’re receiving this email because an account on ${site} has this email address.`;

// No user input: a signup with someone else's address must not send them a message.
const KINDS = {
  'reset-password': (site: string): EmailContent => ({
    subject: `Reset your ${site} password`,
    introduction: `We received a request to reset the password of your ${site} account.`,
    button: 'Choose a new password',
    note: `The link works once and expires in ${hours}. ${IGNORE_NOTE}`,
    reason: accountReason(site),
  }),
  'sign-in': (site: string): EmailContent => ({
    subject: `Your sign-in link for ${site}`,
    introduction: `We received a request for a link to sign in to your ${site} account.`,
    button: 'Sign in',
    note: `The link works once and expires in ${SIGN_IN_LINK_MINUTES} minutes. ${IGNORE_NOTE}`,
    reason: accountReason(site),
  }),
  'verify-email': (site: string): EmailContent => ({
    subject: `Confirm your email for ${site}`,
    introduction: `A ${site} account uses this email address. Please confirm that it is yours.`,
    button: 'Confirm my email',
    note: `The link works once and expires in ${LONG_LINK_DAYS} days. ${IGNORE_NOTE}`,
    reason: accountReason(site),
  }),
  trial: (site: string): EmailContent => ({
    subject: `Email works on ${site}`,
    introduction: `This is the test email you requested from ${site}. Password reset links will reach your users.`,
    button: 'Open the site',
    note: 'You don’t need to do anything else.',
    reason: formatAdministratorReason(site),
  }),
  welcome: (site: string): EmailContent => ({
    subject: `Your account has moved to ${site}`,
    introduction: `Your account from the old site is now on ${site}. Choose a password to start playing.`,
    button: 'Choose a password',
    note: `The link works once and expires in ${LONG_LINK_DAYS} days. After that, use “Forgot password?” on the sign-in page to get a new one.`,
    reason: accountReason(site),
  }),
};
