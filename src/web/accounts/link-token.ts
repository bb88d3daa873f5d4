import { useState } from 'react';

/** From the URL fragment, which isn't sent to the server. */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  return token;
}
