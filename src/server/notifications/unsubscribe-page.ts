import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Band } from '#contract/band.ts';
import { type NotificationKind, UNSUBSCRIBE_PATH } from '#contract/notifications.ts';
import { paths } from '#contract/pages.ts';
import type { Context } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { commit } from '../http/change.ts';
import { renderColorsCss } from '../pages/band-style.ts';
import { iconUrl } from '../pages/icons.ts';
import { escapeHtml } from '../pages/page-head.ts';
import { buildPagePolicy } from '../pages/page-policy.ts';
import { createCspHash, readRenderSource } from '../pages/render-sources.ts';
import { savePreference } from './preferences.ts';
import { loadSigningKey, verifyUnsubscribeToken } from './unsubscribe-token.ts';

/** Mail programs send a POST (RFC 8058). A GET shows a button, because scanners open links. */
export async function unsubscribeRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { db, disk, clock, band } = context;
  const site = () => band.current().productName;
  const renderPage = createPage(band.current);

  await app.register(async (scope) => {
    // Mail programs send a form in either encoding. Its content is ignored.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));

    scope.get(UNSUBSCRIBE_PATH, OPTIONS, async (request, reply) => {
      const claim = await findClaim(request);
      if (!claim) return renderPage(reply, 404, ...INVALID_LINK);
      const description = EMAILS[claim.kind];
      return renderPage(
        reply,
        200,
        'Unsubscribe',
        `Stop getting emails ${description} from ${site()}?`,
        true,
      );
    });

    scope.post(UNSUBSCRIBE_PATH, OPTIONS, async (request, reply) => {
      const claim = await findClaim(request);
      if (!claim) return renderPage(reply, 404, ...INVALID_LINK);
      if (await disk.isFull()) return renderPage(reply, 507, ...DISK_FULL, true);
      const { userId, kind } = claim;
      await commit({ request, reply }, async ({ tx, changed }) => {
        await savePreference(tx, userId, { channel: 'mail', kind, isWanted: false });
        changed({ topic: 'notices', subjectId: userId, version: clock() });
      });
      const message = `You will no longer get emails ${EMAILS[kind]} from ${site()}. You can turn them back on in your settings.`;
      return renderPage(reply, 200, 'Unsubscribed', message);
    });
  });

  async function findClaim({ query }: FastifyRequest) {
    const { token } = query as { token?: unknown };
    if (typeof token !== 'string') return undefined;
    const claim = verifyUnsubscribeToken(token, await loadSigningKey(db));
    if (!claim) return undefined;
    const exists = (await db.$count(users, eq(users.id, claim.userId))) > 0;
    return exists ? claim : undefined;
  }
}

const OPTIONS = {
  config: { hiddenBecause: 'Mail programs and browsers open this link from an email.' },
} as const;

const EMAILS: Record<NotificationKind, string> = {
  reminder: 'that remind you to predict',
  result: 'about your results',
  recap: 'about tour recaps',
  moved: 'about moved, postponed or cancelled shows',
};

const INVALID_LINK = [
  'This link doesn’t work',
  'Your mail program may have cut it off, or the email is from before this site moved. You can turn off any email in your settings.',
] as const;

const DISK_FULL = [
  'Not unsubscribed yet',
  'The server’s disk is full. Please try again later.',
] as const;

function createPage(currentBand: () => Band) {
  const baseStyle = readRenderSource('tokens') + STYLE;
  const script = readRenderSource('theme');
  return (
    reply: FastifyReply,
    status: number,
    title: string,
    text: string,
    hasButton = false,
  ): FastifyReply => {
    const band = currentBand();
    const style = baseStyle + renderColorsCss(band);
    return reply
      .status(status)
      .headers({
        'content-security-policy': buildPolicy({ style, script }),
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} · ${band.productName}`)}</title>
<link rel="icon" href="${iconUrl('/favicon.svg', band)}"><style>${style}</style><script>${script}</script></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
${hasButton ? '<form method="post"><button>Unsubscribe</button></form>' : ''}
<p><a href="${paths.settings()}#notifications">Go to your settings</a></p></main></body></html>
`);
  };
}

function buildPolicy({ style, script }: { style: string; script: string }): string {
  return buildPagePolicy({
    'style-src': `'${createCspHash(style)}'`,
    'script-src': `'${createCspHash(script)}'`,
    'img-src': "'self'",
    'form-action': "'self'",
  });
}

const STYLE = `
body{margin:0;padding:15vh 20px;background:var(--hall);color:var(--text);font:400 17px/1.5 system-ui,sans-serif}
main{max-width:480px;margin:0 auto}h1{font-size:28px;line-height:1.2;margin:0 0 16px}p{margin:0 0 24px}
button{min-height:44px;padding:0 24px;margin:0 0 24px;border:0;border-radius:10px;background:var(--lamp);color:var(--lamp-text);font:600 17px/1 system-ui,sans-serif;cursor:pointer}
a{color:var(--lamp-ink);display:inline-block;min-height:44px;line-height:44px}
:focus-visible{outline:2px solid var(--focus);outline-offset:3px}
`;
