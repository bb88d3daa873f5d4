import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';

/** Songs entered without a line go on their way on whatever page the administrator comes back to. */
export function useSendUnsent({ id, isAdmin }: CurrentUser): void {
  useEffect(() => {
    if (!isAdmin) return;
    import('#web/setlists/add-song.ts').then(
      ({ unsentSongsOf }) => void unsentSongsOf(id),
      // The line is cut already: the panel asks for the same code.
      () => {},
    );
  }, [id, isAdmin]);
}
