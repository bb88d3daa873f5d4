import { paths } from '#contract/pages.ts';

interface Row {
  username: string;
  isPrivate?: boolean | undefined;
}

/** Returns the path of the fan's sheet, or of their page while the viewer may not see the sheet. */
export function findRowPath(
  { username, isPrivate = false }: Row,
  { showId, isOwn }: { showId: string | undefined; isOwn: boolean },
): string {
  return showId && (isOwn || !isPrivate)
    ? paths.fanSheet({ username, id: showId })
    : paths.fan({ username });
}
