import { LONG_LINK_DAYS, RESET_LINK_HOURS, SIGN_IN_LINK_MINUTES } from '#contract/account-links.ts';
import { escapeHtml } from '../pages/page-head.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  link: string;
  headers?: Record<string, string>;
}

export type EmailKind = keyof typeof KINDS;

export type EmailContent = Record<'subject' | 'introduction' | 'button' | 'footer', string>;

const hours = RESET_LINK_HOURS === 1 ? 'an hour' : `${RESET_LINK_HOURS} hours`;
const IGNORE_NOTE = 'If that wasn’t you, you can ignore this email.';

// Contains no user input, because a signup with someone else's address must not send them a
// message.
const KINDS = {
  'reset-password': (site: string): EmailContent => ({
    subject: `Reset your ${site} password`,
    introduction: `We got a request to reset the password of your ${site} account.`,
    button: 'Choose a new password',
    footer: `The link works once, within ${hours}. ${IGNORE_NOTE}`,
  }),
  'sign-in': (site: string): EmailContent => ({
    subject: `Your sign-in link for ${site}`,
    introduction: `We got a request for a link to sign in to your ${site} account.`,
    button: 'Sign in',
    footer: `The link works once, within ${SIGN_IN_LINK_MINUTES} minutes. ${IGNORE_NOTE}`,
  }),
  'verify-email': (site: string): EmailContent => ({
    subject: `Confirm your email for ${site}`,
    introduction: `A ${site} account uses this email address. Please confirm that it is yours.`,
    button: 'Confirm my email',
    footer: `The link works once, within ${LONG_LINK_DAYS} days. ${IGNORE_NOTE}`,
  }),
  trial: (site: string): EmailContent => ({
    subject: `Email works on ${site}`,
    introduction: `This is the test email you requested from ${site}. Password reset links will reach your users.`,
    button: 'Open the site',
    footer: 'You don’t need to do anything else.',
  }),
  welcome: (site: string): EmailContent => ({
    subject: `Your account has moved to ${site}`,
    introduction: `Your account from the old site is now on ${site}. Choose a password to start playing.`,
    button: 'Choose a password',
    footer: `The link works once, within ${LONG_LINK_DAYS} days. After that, use “Forgot password?” on the sign-in page to get a new one.`,
  }),
};

export function renderEmail(
  kind: EmailKind,
  { to, site, link }: { to: string; site: string; link: string },
): Email {
  return renderEmailHtml(KINDS[kind](site), { to, link });
}

/** `unsubscribe` adds a link and the RFC 8058 headers for one-click unsubscribing. */
export function renderEmailHtml(
  { subject, introduction, button, footer }: EmailContent,
  { to, link, unsubscribe }: { to: string; link: string; unsubscribe?: string },
): Email {
  const renderParagraph = (html: string) => `<p style="margin:0 0 20px">${html}</p>`;
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
    text: [
      introduction,
      `${button}:\n${link}`,
      footer,
      unsubscribe && `Unsubscribe: ${unsubscribe}`,
    ]
      .filter(Boolean)
      .join('\n\n')
      .concat('\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 20px;font:16px/1.5 system-ui,sans-serif;color:#1d1a16;background:#fff">
<div style="max-width:480px;margin:0 auto">
${renderParagraph(escapeHtml(introduction))}
${renderParagraph(`<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#f0a83c;color:#1d1a16;font-weight:600;text-decoration:none">${escapeHtml(button)}</a>`)}
${renderParagraph(escapeHtml(footer))}
<p style="margin:0;color:#6b6459;font-size:14px">Button not working? Open this link:<br>${escapeHtml(link)}</p>${unsubscribe ? `\n<p style="margin:20px 0 0;color:#6b6459;font-size:14px"><a href="${escapeHtml(unsubscribe)}" style="color:#6b6459">Unsubscribe</a></p>` : ''}
</div></body></html>
`,
  };
}
