import type { CurrentUser } from './accounts.ts';
import type { Band } from './band.ts';
import type { Endpoint } from './endpoint.ts';

/** What the server writes into a page, so that its first picture waits for no call. */
export interface PageFacts {
  band: Band;
  /** Who is signed in, null for nobody; absent in the one page for all, which asks. */
  user?: CurrentUser | null;
  /** When the page was written, by the server's clock, as a `Date` header says it. */
  at?: string;
  /** What the page would ask for first. */
  answers?: readonly KnownAnswer[];
}

/** The answer to a GET: null where there is none, with `total` where the list comes in pages. */
export interface KnownAnswer {
  path: Endpoint['path'];
  params?: Record<string, string>;
  query?: Record<string, string>;
  data: unknown;
  total?: number;
}
