import { escapeHtml } from '../pages/page-head.ts';
import { type MailColors, type MailDesign, toOneLine } from './mail-design.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  link: string;
  /** The sender's name, unless MAIL_FROM has one. */
  site: string;
  headers?: Record<string, string>;
  images: EmailImage[];
}

interface EmailImage {
  cid: string;
  filename: string;
  content: Buffer;
}

export interface EmailContent {
  subject: string;
  /** Mail programs show its beginning as a preview. */
  introduction: string;
  details?: readonly string[];
  picture?: { png: Buffer; alt: string } | undefined;
  button: string;
  note?: string;
  reason: string;
}

export interface Subscription {
  stopLabel: string;
  stopUrl: string;
  settingsUrl: string;
}

/** `subscription` adds its links and the RFC 8058 headers for one-click unsubscribing. */
export function renderEmail(
  content: EmailContent,
  design: MailDesign,
  { to, link, subscription }: { to: string; link: string; subscription?: Subscription },
): Email {
  const subject = toOneLine(content.subject);
  const paragraphs = [content.introduction, ...(content.details ?? [])].map(toOneLine);
  const { button, note, reason, picture } = content;
  const images: EmailImage[] = [];
  if (design.mark) images.push({ cid: MARK, filename: 'logo.png', content: design.mark });
  if (picture) images.push({ cid: PICTURE, filename: 'scorecard.png', content: picture.png });
  const footer = { reason: toOneLine(reason), subscription, design };
  const parts = { subject, paragraphs, picture, button, note, link };
  return {
    ...{ to, subject, link, images },
    site: design.site,
    ...(subscription && {
      headers: {
        'List-Unsubscribe': `<${subscription.stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    text: renderText(parts, footer),
    html: renderHtml(parts, footer),
  };
}

const MARK = 'logo';
const PICTURE = 'scorecard';

interface Parts extends Pick<EmailContent, 'subject' | 'picture' | 'button'> {
  paragraphs: readonly string[];
  link: string;
  note: string | undefined;
}

interface Footer {
  design: MailDesign;
  reason: string;
  subscription: Subscription | undefined;
}

function renderText(
  { paragraphs, button, note, link }: Parts,
  { design: { site, url }, reason, subscription }: Footer,
): string {
  const footer = [
    url ? `${site}: ${url}` : site,
    reason,
    ...(subscription
      ? [
          `${subscription.stopLabel}: ${subscription.stopUrl}`,
          `${ALL_SETTINGS}: ${subscription.settingsUrl}`,
        ]
      : []),
  ];
  return [...paragraphs, `${button}:\n${link}`, ...(note ? [note] : []), footer.join('\n')]
    .join('\n\n')
    .concat('\n');
}

const ALL_SETTINGS = 'All email settings';

/** Uses tables and inline styles, because mail programs support little else. */
function renderHtml(
  { subject, paragraphs, picture, button, note, link }: Parts,
  { design, reason, subscription }: Footer,
): string {
  const { site, url, colors, mark } = design;
  const { light } = colors;
  const paragraph = (html: string) => `<p style="margin:0 0 20px">${html}</p>`;
  const footerLink = (href: string, label: string) =>
    `<a class="dim" href="${escapeHtml(href)}" style="color:${light.dim}">${escapeHtml(label)}</a>`;
  const logo = mark
    ? `<img src="cid:${MARK}" width="40" height="40" alt="" style="vertical-align:middle;border:0;margin-right:12px">`
    : '';
  const name = `<b class="text" style="font-size:20px;color:${light.text};vertical-align:middle">${escapeHtml(site)}</b>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}${renderDarkStyle(colors.dark)}</style></head>
<body class="page" style="margin:0;padding:0;background-color:${light.page}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background-color:${light.page}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<tr><td style="padding:0 8px 16px;overflow-wrap:anywhere">${url ? `<a href="${escapeHtml(url)}" style="text-decoration:none">${logo}${name}</a>` : logo + name}</td></tr>
<tr><td class="card" style="padding:28px 24px 8px;background-color:${light.card};color:${light.text};border-top:4px solid ${light.button};border-radius:4px 4px 12px 12px;overflow-wrap:anywhere">
${paragraphs.map((text) => paragraph(escapeHtml(text))).join('\n')}
${picture ? paragraph(`<a href="${escapeHtml(link)}"><img src="cid:${PICTURE}" width="512" alt="${escapeHtml(picture.alt)}" style="display:block;width:100%;height:auto;border:0;border-radius:8px"></a>`) : ''}
${paragraph(`<a class="button" href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background-color:${light.button};color:${light.buttonText};font-weight:600;text-decoration:none">${escapeHtml(button)}</a>`)}
${note ? paragraph(escapeHtml(note)) : ''}
<p class="dim" style="margin:0 0 20px;color:${light.dim};font-size:14px">Button not working? Open this link:<br>${escapeHtml(link)}</p>
</td></tr>
<tr><td class="dim" style="padding:16px 8px;color:${light.dim};font-size:14px;overflow-wrap:anywhere">
${escapeHtml(site)}${url ? `: ${footerLink(url, url)}` : ''}<br>
${escapeHtml(reason)}${subscription ? `<br>\n${footerLink(subscription.stopUrl, subscription.stopLabel)} · ${footerLink(subscription.settingsUrl, ALL_SETTINGS)}` : ''}
</td></tr>
</table>
</td></tr></table>
</body></html>
`;
}

/** Mail programs that ignore this style show the light colors or convert them themselves. */
function renderDarkStyle({ page, card, text, dim, button, buttonText }: MailColors): string {
  return `@media (prefers-color-scheme:dark){.page{background-color:${page}!important}.card{background-color:${card}!important;color:${text}!important;border-top-color:${button}!important}.text{color:${text}!important}.dim{color:${dim}!important}.button{background-color:${button}!important;color:${buttonText}!important}}`;
}
