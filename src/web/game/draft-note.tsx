import { relativeTime } from '#web/time/relative-time.ts';
import { useNow } from '#web/time/use-now.ts';
import type { Keeping } from './use-draft.ts';

/** 'Draft saved a moment ago'. */
export function DraftNote({ keeping }: { keeping: Keeping }) {
  if (keeping.state === 'nothing to keep') return null;
  if (keeping.state === 'not kept')
    return <p>This browser keeps no drafts: submit before you leave</p>;
  return <SavedNote at={keeping.at} />;
}

function SavedNote({ at }: { at: number }) {
  const now = useNow();
  return <p>Draft saved {now - at < MINUTE ? 'a moment ago' : relativeTime(at, now)}</p>;
}

const MINUTE = 60_000;
