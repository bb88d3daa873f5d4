import { useState } from 'react';

/** The token is in the URL fragment, which browsers don't send to the server. */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  return token;
}
