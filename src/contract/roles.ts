/** An administrator isn't also stored as a moderator. */
export interface Roles {
  isAdmin: boolean;
  isModerator: boolean;
}

export function canModerate({ isAdmin, isModerator }: Roles): boolean {
  return isAdmin || isModerator;
}

export function canEnterSetlist(
  { isAdmin, scribeOf }: { isAdmin: boolean; scribeOf: readonly string[] },
  showId: string,
): boolean {
  return isAdmin || scribeOf.includes(showId);
}
