import { useState } from 'react';
import { type Outcome, POINTS } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';

type SongNewsProps = {
  rows: readonly SetlistEntry[];
  outcomeAt: ReadonlyMap<number, Outcome>;
};

/** Says each new song to who listens instead of looking; what was there already is not news. */
export function SongNews({ rows, outcomeAt }: SongNewsProps) {
  const [known] = useState(() => new Set(rows.map(({ id }) => id)));
  const last = rows.at(-1);
  const outcome = last && outcomeAt.get(last.position);
  return (
    <p role="status" className="sr-only">
      {last && !known.has(last.id) && (
        <>
          Song {last.position}: {last.song.title}.{outcome && ` ${POINTS[outcome]} points for you.`}
        </>
      )}
    </p>
  );
}
