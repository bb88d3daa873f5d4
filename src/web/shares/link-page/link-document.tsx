/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { paths } from '#contract/pages.ts';
import {
  formatAltText,
  formatHeadline,
  formatShowDetails,
  PREDICTED_BY,
  type SharedCard,
  sharedStat,
} from '#contract/scorecard.ts';
import type { LinkPageData } from '#contract/shares.ts';
import { CardRows } from './card-rows.tsx';

export function LinkPage({ band, link, style, script, themeColor, iconUrl }: LinkPageData) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="dark" />
        <meta name="theme-color" content={themeColor} />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={iconUrl} />
        {link ? (
          <PreviewTags band={band} link={link} />
        ) : (
          <title>{`Nothing here · ${band.productName}`}</title>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, allowed by its hash in the CSP. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <header>
          <a className="brand" href={paths.landing()}>
            {band.productName}
          </a>
          {link && <ShareButton link={link} script={script} />}
        </header>
        {link ? (
          <main>
            <Card card={link.card} band={band} />
            <Invitation />
          </main>
        ) : (
          <LinkNotFound />
        )}
        <footer>{`An independent fan site, not affiliated with ${band.bandName}.`}</footer>
      </body>
    </html>
  );
}

type Link = NonNullable<LinkPageData['link']>;

function PreviewTags({ band, link }: { band: LinkPageData['band']; link: Link }) {
  const { card, url, imageUrl } = link;
  const headline = formatHeadline(card);
  const description = `${formatShowDetails(card)}. ${band.gameTagline}.`;
  const alt = formatAltText(card);
  return (
    <>
      <title>{`${headline} · ${band.productName}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={band.productName} />
      <meta property="og:title" content={headline} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={imageUrl} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={headline} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={imageUrl} />
      <meta name="twitter:image:alt" content={alt} />
    </>
  );
}

/** A script reveals the button. Without scripts, fans can copy the URL from the address bar. */
function ShareButton({ link, script }: { link: Link; script: string }) {
  // Uses the path only, because the link may have a different host than this page.
  const { pathname, search } = new URL(link.imageUrl);
  return (
    <>
      <p className="tools">
        <span id="share-status" role="status" />
        <input id="link" aria-label="Link to this page" readOnly hidden value={link.url} />
        <button
          id="share"
          className="quiet"
          type="button"
          hidden
          data-title={formatHeadline(link.card)}
          data-image={pathname + search}
        >
          Share
        </button>
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, allowed by its hash in the CSP. */}
      <script dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}

function Card({ card, band }: { card: SharedCard; band: LinkPageData['band'] }) {
  const total = sharedStat(card);
  return (
    <article className="sheet">
      <div className="head">
        <div>
          <h1>
            <bdi>{card.show.name}</bdi>
          </h1>
          <p className="facts">{formatShowDetails(card)}</p>
          <p className="by">
            {PREDICTED_BY} <bdi>{card.username}</bdi>
          </p>
        </div>
        {total && (
          <p className="total">
            <span className="figure">{total.value}</span>{' '}
            <span className={card.stage === 'live' ? 'label live' : 'label'}>{total.label}</span>{' '}
            {total.rank && <span className="rank">{total.rank}</span>}
          </p>
        )}
      </div>
      <CardRows card={card} />
      <div className="foot">
        <b>{band.productName}</b>
        <span>{band.gameTagline}</span>
      </div>
    </article>
  );
}

function Invitation() {
  return (
    <section className="invite">
      <div>
        <h2>Would you have called it?</h2>
        <p>
          Pick the next show's songs in order, and watch your points come in while the band plays.
        </p>
      </div>
      <SignUpLinks />
    </section>
  );
}

/** Doesn't reveal whether the link was invalid or revoked. */
function LinkNotFound() {
  return (
    <main className="gone">
      <h1>This sheet is gone.</h1>
      <p>
        The link is incomplete, or its owner has revoked it. The next show is still anybody’s guess.
      </p>
      <SignUpLinks />
    </main>
  );
}

function SignUpLinks(): ReactNode {
  return (
    <div className="ways">
      <a className="lamp" href={paths.signup()}>
        Start Playing
      </a>
      <a className="quiet" href={paths.login()}>
        Sign In
      </a>
    </div>
  );
}
