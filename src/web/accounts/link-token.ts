import { useState } from 'react';

/**
 * The token of an emailed link, as the page was opened. It is in the URL fragment, which is not
 * sent to the server.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  return token;
}
