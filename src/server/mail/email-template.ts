import {
  PATIENT_LINK_DAYS,
  RESET_LINK_HOURS,
  SIGN_IN_LINK_MINUTES,
} from '#contract/account-links.ts';
import { escapeHtml } from '../pages/page-head.ts';

/** An email in plain text and as HTML. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link behind the button. */
  link: string;
  /** Extra headers for mail programs. */
  headers?: Record<string, string>;
}

export type EmailKind = keyof typeof KINDS;

/** The texts of an email around its button. */
export type EmailText = Record<'subject' | 'before' | 'button' | 'after', string>;

const hours = RESET_LINK_HOURS === 1 ? 'an hour' : `${RESET_LINK_HOURS} hours`;
const IGNORE = 'If that was not you, ignore this mail: nothing changes.';

// These texts contain no user input, so a signup with someone else's address can't send them a
// message.
const KINDS = {
  'reset-password': (site: string): EmailText => ({
    subject: `A new password for ${site}`,
    before: `Somebody asked for a new password for your account at ${site}.`,
    button: 'Choose a new password',
    after: `The link works once, for ${hours}. ${IGNORE}`,
  }),
  'sign-in': (site: string): EmailText => ({
    subject: `Your sign-in link for ${site}`,
    before: `Somebody asked for a link that signs in to your account at ${site}.`,
    button: 'Sign in',
    after: `The link works once, for ${SIGN_IN_LINK_MINUTES} minutes. ${IGNORE}`,
  }),
  'verify-email': (site: string): EmailText => ({
    subject: `Your address at ${site}`,
    before: `Somebody has an account with this address at ${site}. If it is you, one click tells us so.`,
    button: 'This is my address',
    after: `The link works once, for ${PATIENT_LINK_DAYS} days. ${IGNORE}`,
  }),
  trial: (site: string): EmailText => ({
    subject: `Mail works at ${site}`,
    before: `You asked ${site} to try its mail, and here it is: links to new passwords will find their way.`,
    button: 'Back to the site',
    after: 'There is nothing else to do.',
  }),
  welcome: (site: string): EmailText => ({
    subject: `Your account has moved to ${site}`,
    before: `Your account of the old site is now at ${site}. Choose a password of your own, and the game is open.`,
    button: 'Choose a password',
    after: `The link works once, for ${PATIENT_LINK_DAYS} days. After that, ask for another by “Forgot password?” where you sign in.`,
  }),
};

export function renderEmail(
  kind: EmailKind,
  { to, site, link }: { to: string; site: string; link: string },
): Email {
  return renderEmailHtml(KINDS[kind](site), { to, link });
}

/**
 * Renders an email from its texts. An email that was not requested has an unsubscribe address, as a
 * link in the text and as the RFC 8058 headers for one-click unsubscribing.
 */
export function renderEmailHtml(
  { subject, before, button, after }: EmailText,
  { to, link, unsubscribe }: { to: string; link: string; unsubscribe?: string },
): Email {
  const paragraph = (html: string) => `<p style="margin:0 0 20px">${html}</p>`;
  return {
    to,
    subject,
    link,
    ...(unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    text: [before, `${button}:\n${link}`, after, unsubscribe && `Unsubscribe: ${unsubscribe}`]
      .filter(Boolean)
      .join('\n\n')
      .concat('\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 20px;font:16px/1.5 system-ui,sans-serif;color:#1d1a16;background:#fff">
<div style="max-width:480px;margin:0 auto">
${paragraph(escapeHtml(before))}
${paragraph(`<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#f0a83c;color:#1d1a16;font-weight:600;text-decoration:none">${escapeHtml(button)}</a>`)}
${paragraph(escapeHtml(after))}
<p style="margin:0;color:#6b6459;font-size:14px">Does the button do nothing? Open this address:<br>${escapeHtml(link)}</p>${unsubscribe ? `\n<p style="margin:20px 0 0;color:#6b6459;font-size:14px"><a href="${escapeHtml(unsubscribe)}" style="color:#6b6459">Unsubscribe</a></p>` : ''}
</div></body></html>
`,
  };
}
