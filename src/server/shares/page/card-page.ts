import type { Band } from '#contract/band.ts';
import {
  altTextOf,
  type CardRow,
  headlineOf,
  legendOf,
  PREDICTED_BY,
  type SharedCard,
  sealOf,
  sharedFigure,
  showFacts,
} from '#contract/scorecard.ts';
import { type Html, html } from './html.ts';
import { shareTools } from './share-script.ts';

interface PageFacts {
  card: SharedCard;
  band: Band;
  /** This page's own address, and its picture's. */
  url: string;
  pictureUrl: string;
}

/** What previews of the link are made of. */
export function cardHead({ card, band, url, pictureUrl }: PageFacts): Html {
  const headline = headlineOf(card);
  const about = `${showFacts(card.show)}. ${band.gameTagline}.`;
  const alt = altTextOf(card);
  return html`<title>${headline} · ${band.productName}</title>
<meta name="description" content="${about}">
<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${band.productName}">
<meta property="og:title" content="${headline}">
<meta property="og:description" content="${about}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${pictureUrl}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${alt}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${headline}">
<meta name="twitter:description" content="${about}">
<meta name="twitter:image" content="${pictureUrl}">
<meta name="twitter:image:alt" content="${alt}">`;
}

/** The card on its sheet, and an invitation to play. */
export function cardBody({ card, band, url, pictureUrl }: PageFacts): Html {
  const figure = sharedFigure(card);
  return html`
<header><a class="brand" href="/">${band.productName}</a>
${shareTools({ title: headlineOf(card), url, picture: ownPath(pictureUrl) })}</header>
<main>
<article class="sheet">
<div class="head">
<div>
<h1><bdi>${card.show.name}</bdi></h1>
<p class="facts">${showFacts(card.show)}</p>
<p class="by">${PREDICTED_BY} <bdi>${card.username}</bdi></p>
</div>
${
  figure &&
  html`<p class="total">
<span class="figure">${figure.figure}</span>
<span class="label${card.stage === 'live' && ' live'}">${figure.label}</span>
${figure.rank && html`<span class="rank">${figure.rank}</span>`}
</p>`
}
</div>
${picksOf(card)}
<div class="foot"><b>${band.productName}</b><span>${band.gameTagline}</span></div>
</article>
<section class="invite">
<div><h2>Would you have called it?</h2>
<p>Pick the songs of the next show in order, and watch your points come in while the band plays.</p></div>
<div class="ways"><a class="lamp" href="/signup">Start Playing</a><a class="quiet" href="/login">Sign In</a></div>
</section>
</main>
<footer>An independent fan site, not affiliated with ${band.bandName}.</footer>`;
}

/** Of an address of this site: the link may name it by another host than this page's. */
function ownPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function picksOf(card: SharedCard): Html {
  if (card.stage === 'sealed') return sealed(card);
  if (card.rows.some(({ score }) => score)) return breakdown(card);
  const perColumn = Math.ceil(card.rows.length / 2);
  const columns = card.rows.length > 8 ? ` two r${perColumn}` : '';
  return html`<ol class="picks${columns}" aria-label="Predicted songs">
${card.rows.map(
  ({ position, title }) =>
    html`<li><span class="no">${position}</span><bdi class="title">${title}</bdi></li>`,
)}
</ol>
<p class="note">${card.stage === 'unscored' ? 'Not scored yet.' : 'Nothing played yet: points come with the first song.'}</p>`;
}

/** Always the same lines: how many songs there are stays untold, too. */
function sealed(card: SharedCard): Html {
  const { title, opens } = sealOf(card);
  return html`<div class="sealed">
${Array.from({ length: 14 }, () => html`<i></i>`)}
<p><b>${title}</b>${opens}</p>
</div>
<p class="note">The songs stay secret until predictions lock.</p>`;
}

function breakdown({ rows, show }: SharedCard): Html {
  return html`<table>
<caption class="sr">Score Breakdown</caption>
<thead><tr><th scope="col">#</th><th scope="col">Pick</th><th scope="col" class="wide">Actual</th><th scope="col" class="wide">Result</th><th scope="col">Pts</th></tr></thead>
<tbody>
${rows.map(breakdownRow)}
</tbody>
</table>
<ul class="legend" aria-label="Scoring">
${legendOf(show).map(
  ({ tone, points, text }) => html`<li><span class="stamp ${tone}">${points}</span>${text}</li>`,
)}
</ul>`;
}

function breakdownRow({ position, title, score }: CardRow): Html {
  if (!score) return html``;
  const { points, tone, reason, actual } = score;
  return html`<tr><td class="no">${position}</td>
<td class="title"><bdi>${title}</bdi></td>
<td class="actual wide">${actual === null ? '–' : html`<bdi>${actual}</bdi>`}</td>
<td class="actual wide">${reason}</td>
<td><span class="stamp ${tone}">${points}</span></td></tr>
`;
}
