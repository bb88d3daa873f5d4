import type { Band } from '#contract/band.ts';
import { paths } from '#contract/pages.ts';
import { RESULTS_FEED } from '#contract/results-feed.ts';
import { formatPlace } from '#contract/shows.ts';
import { formatInZone } from '#contract/venue-time.ts';
import { formatWin } from '#contract/winners.ts';
import { escapeHtml } from '../pages/page-head.ts';
import type { ShowResult } from './queries.ts';

interface FeedOptions {
  band: Pick<Band, 'bandName' | 'productName'>;
  origin: string;
}

/** Returns an Atom feed (RFC 4287). */
export function buildFeed(results: readonly ShowResult[], { band, origin }: FeedOptions): string {
  const updatedAt = Math.max(0, ...results.map(({ show }) => findUpdate(show)));
  const url = escapeXml(origin + RESULTS_FEED.path);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${url}</id>
  <title>${escapeXml(`${band.bandName}: results on ${band.productName}`)}</title>
  <updated>${new Date(updatedAt).toISOString()}</updated>
  <author><name>${escapeXml(band.productName)}</name></author>
  <link rel="self" type="${RESULTS_FEED.type}" href="${url}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(`${origin}/`)}"/>
${results.map((result) => buildEntry(result, origin)).join('')}</feed>
`;
}

function buildEntry(result: ShowResult, origin: string): string {
  const { show } = result;
  const title = `${show.name}, ${formatInZone(show.date, show.timeZone, 'shortDate')}`;
  return `  <entry>
    <id>urn:uuid:${show.id}</id>
    <title>${escapeXml(title)}</title>
    <published>${new Date(findPublication(show)).toISOString()}</published>
    <updated>${new Date(findUpdate(show)).toISOString()}</updated>
    <link rel="alternate" type="text/html" href="${escapeXml(origin + paths.showRecap({ id: show.id }))}"/>
    <content type="text">${escapeXml(describe(result))}</content>
  </entry>
`;
}

function describe({ show, songCount, winners }: ShowResult): string {
  const place = [show.venue, formatPlace(show)].filter(Boolean).join(', ');
  const setlist = `${songCount} ${songCount === 1 ? 'song' : 'songs'} at ${place}.`;
  if (!winners) return setlist;
  const { username, count, points } = winners;
  return `${formatWin(username ?? 'A private fan', count, points)}. ${setlist}`;
}

function findPublication({ publishedAt }: ShowResult['show']): number {
  return publishedAt?.getTime() ?? 0;
}

/** A correction scores the show again, also one that is undone. */
function findUpdate(show: ShowResult['show']): number {
  return Math.max(show.scoredAt?.getTime() ?? 0, findPublication(show));
}

/** Removes the characters that XML forbids even as references (XML 1.0, 2.2). */
function escapeXml(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
}
