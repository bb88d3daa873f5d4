/** A show as its page has it at a moment. */
export interface Night {
  /** The rows' ids, in order. */
  rowIds: readonly string[];
  isClosed: boolean;
}

/** What has happened since a page was last looked at with live updates arriving. */
export interface Away {
  /** The last that was seen. */
  seen: Night;
  isAway: boolean;
  /** Rows that came meanwhile; on return what was missed, until the next one is seen to come. */
  came: readonly string[];
  hasClosed: boolean;
}

export function startAway(night: Night): Away {
  return { seen: night, isAway: false, came: [], hasClosed: false };
}

/** Goes on from what is known to what a page has now; answers the same object where nothing changed. */
export function nextAway(known: Away, night: Night, isAway: boolean): Away {
  const before = new Set(known.seen.rowIds);
  const came = night.rowIds.filter((id) => !before.has(id));
  const hasClosed = night.isClosed && !known.seen.isClosed;
  if (!isAway && !known.isAway) return came.length === 0 && !hasClosed ? known : startAway(night);
  const isSame =
    isAway === known.isAway && hasClosed === known.hasClosed && came.join() === known.came.join();
  return isSame ? known : { seen: isAway ? known.seen : night, isAway, came, hasClosed };
}
