import { useState } from 'react';

/** The token of a mailed link, as the page was opened with it: behind the #, where no server sees it. */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  return token;
}
