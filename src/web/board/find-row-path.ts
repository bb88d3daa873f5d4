import { paths } from '#contract/pages.ts';

interface Row {
  username: string;
  isPrivate?: boolean | undefined;
}

export function findRowPath(
  { username, isPrivate = false }: Row,
  { showId, isOwn }: { showId: string | undefined; isOwn: boolean },
): string {
  return showId && (isOwn || !isPrivate)
    ? paths.fanSheet({ username, id: showId })
    : paths.fan({ username });
}
