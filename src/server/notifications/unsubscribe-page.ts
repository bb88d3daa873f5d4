import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Band } from '#contract/band.ts';
import { type NotificationKind, UNSUBSCRIBE_PATH } from '#contract/notifications.ts';
import { paths } from '#contract/pages.ts';
import type { Context } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { commit } from '../http/change.ts';
import { colorsCss } from '../pages/band-style.ts';
import { escapeHtml } from '../pages/page-head.ts';
import { hashOf, readRenderSource } from '../pages/render-sources.ts';
import { savePreference } from './preferences.ts';
import { readUnsubscribing, signingKey } from './unsubscribe-token.ts';

/**
 * Works without a session: mail programs POST to it (RFC 8058). A GET only shows a page with a
 * button, because link scanners open links before people do.
 */
export async function unsubscribePage(app: FastifyInstance, context: Context): Promise<void> {
  const { db, disk, clock, band } = context;
  const site = () => band.known().productName;
  const draw = createPage(band.known);

  await app.register(async (scope) => {
    // Mail programs send a form of either encoding, whose content does not matter.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));

    scope.get(UNSUBSCRIBE_PATH, OPTIONS, async (request, reply) => {
      const found = await find(request);
      if (!found) return draw(reply, 404, ...UNKNOWN);
      const what = EMAILS[found.kind];
      return draw(reply, 200, 'Unsubscribe', `Stop getting emails ${what} from ${site()}?`, true);
    });

    scope.post(UNSUBSCRIBE_PATH, OPTIONS, async (request, reply) => {
      const found = await find(request);
      if (!found) return draw(reply, 404, ...UNKNOWN);
      if (await disk.isFull()) return draw(reply, 507, ...NO_ROOM, true);
      const { userId, kind } = found;
      await commit({ request, reply }, async ({ tx, changed }) => {
        await savePreference(tx, userId, { channel: 'mail', kind, isWanted: false });
        changed({ topic: 'notices', subjectId: userId, version: clock() });
      });
      const done = `You will no longer get emails ${EMAILS[kind]} from ${site()}. You can turn them back on in your settings.`;
      return draw(reply, 200, 'Unsubscribed', done);
    });
  });

  async function find({ query }: FastifyRequest) {
    const { token } = query as { token?: unknown };
    if (typeof token !== 'string') return undefined;
    const found = readUnsubscribing(token, await signingKey(db));
    if (!found) return undefined;
    const exists = (await db.$count(users, eq(users.id, found.userId))) > 0;
    return exists ? found : undefined;
  }
}

const OPTIONS = {
  config: { hiddenBecause: 'Mail programs and browsers open this link from an email.' },
} as const;

const EMAILS: Record<NotificationKind, string> = {
  reminder: 'that remind you to predict',
  result: 'about your results',
  moved: 'about shows that are moved, postponed or cancelled',
};

const UNKNOWN = [
  'This link does not work',
  'Your mail program may have cut it off, or the email is from before this site moved. You can turn off any email in your settings.',
] as const;

const NO_ROOM = [
  'Not unsubscribed yet',
  'The server’s disk is full. Please try again later.',
] as const;

function createPage(bandNow: () => Band) {
  const ownStyle = readRenderSource('tokens') + STYLE;
  const script = readRenderSource('theme');
  return (
    reply: FastifyReply,
    status: number,
    title: string,
    text: string,
    hasButton = false,
  ): FastifyReply => {
    const band = bandNow();
    const style = ownStyle + colorsCss(band);
    return reply
      .status(status)
      .headers({
        'content-security-policy': policyFor({ style, script }),
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} · ${band.productName}`)}</title>
<link rel="icon" href="/favicon.svg"><style>${style}</style><script>${script}</script></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
${hasButton ? '<form method="post"><button>Unsubscribe</button></form>' : ''}
<p><a href="${paths.settings()}">Go to your settings</a></p></main></body></html>
`);
  };
}

function policyFor({ style, script }: { style: string; script: string }): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const STYLE = `
body{margin:0;padding:15vh 20px;background:var(--hall);color:var(--text);font:400 17px/1.5 system-ui,sans-serif}
main{max-width:480px;margin:0 auto}h1{font-size:28px;line-height:1.2;margin:0 0 16px}p{margin:0 0 24px}
button{min-height:44px;padding:0 24px;margin:0 0 24px;border:0;border-radius:10px;background:var(--lamp);color:var(--lamp-text);font:600 17px/1 system-ui,sans-serif;cursor:pointer}
a{color:var(--lamp-ink);display:inline-block;min-height:44px;line-height:44px}
:focus-visible{outline:2px solid var(--focus);outline-offset:3px}
`;
