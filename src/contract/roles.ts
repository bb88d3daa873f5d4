/** An administrator isn't also stored as a moderator. */
export interface Roles {
  isAdmin: boolean;
  isModerator: boolean;
}

/** Whether they can moderate the forums and resolve reports. */
export function canModerate({ isAdmin, isModerator }: Roles): boolean {
  return isAdmin || isModerator;
}

/** Whether they may enter the show's setlist and status. */
export function canEnterSetlist(
  { isAdmin, scribeOf }: { isAdmin: boolean; scribeOf: readonly string[] },
  showId: string,
): boolean {
  return isAdmin || scribeOf.includes(showId);
}
