import type { FirstReads } from './first-reads.ts';
import type { NAV_GROUPS } from './nav-groups.ts';

export interface Page {
  /** May contain `{name}` parameters, one per segment. */
  readonly path: `/${string}`;
  readonly title: string;
  readonly who: Audience;
  /** Asks search engines not to index the page. */
  readonly noIndex?: true;
  readonly queryParams?: readonly string[];
  readonly nav?: NavEntry;
  /** Sent to visitors as HTML, readable before any script loads. */
  readonly isPrerendered?: true;
  readonly reads?: FirstReads;
}

export type Audience = 'anyone' | 'visitor' | 'user';

export interface NavEntry {
  readonly group: (typeof NAV_GROUPS)[number];
  /** Defaults to the page's title. */
  readonly label?: string;
}
