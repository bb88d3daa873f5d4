import type { Prediction } from '#contract/predictions.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { missedText } from '#contract/shows.ts';
import { breakdownOf, pointsSoFar } from '#web/score-display/breakdown.ts';
import { type SideBySideRows, sideBySideRows } from '#web/score-display/side-by-side-rows.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { FateMark } from './fate-mark.tsx';
import { PickedCell, PlayedSongCell } from './side-by-side-cells.tsx';

type SideBySideProps = { prediction: Prediction; setlist: readonly SetlistEntry[] };

/** The prediction beside what was played, place by place. */
export function SideBySide({ prediction, setlist }: SideBySideProps) {
  const { songs, points, show } = prediction;
  const rows = sideBySideRows(songs, setlist);
  const isLive = show.status === 'live';
  return (
    <div className="grid gap-6">
      <Counters rows={rows} points={points} />
      {isLive && points === null && (
        <p className="text-dim">
          Points so far:{' '}
          <strong className="poster text-text text-xl">
            {pointsSoFar(breakdownOf(prediction, setlist))}
          </strong>
        </p>
      )}
      {setlist.length === 0 ? (
        <EmptyState title="Setlist not available yet" />
      ) : (
        <Places rows={rows} missed={missedText(show)} />
      )}
    </div>
  );
}

function Counters({ rows, points }: { rows: SideBySideRows; points: number | null }) {
  return (
    <dl className="grid grid-cols-3 gap-3">
      <Counter label="Correct Position" value={rows.correctPosition} tint="text-exact-on-hall" />
      <Counter label="Correct Song" value={rows.correctSong} tint="text-elsewhere-on-hall" />
      <Counter label="Your Score" value={points ?? '–'} tint="text-text" />
    </dl>
  );
}

function Counter({ label, value, tint }: { label: string; value: number | string; tint: string }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1.5">
      <dt className="caps text-dim">{label}</dt>
      <dd className={`poster text-poster-lg ${tint}`}>{value}</dd>
    </div>
  );
}

type PlacesProps = { rows: SideBySideRows; missed: ReturnType<typeof missedText> };

function Places({ rows, missed }: PlacesProps) {
  return (
    <>
      <Sheet aria-label="Side-by-Side" taped={false} className="-mx-3 overflow-hidden sm:mx-0">
        <table className="w-full table-fixed border-collapse text-left">
          <thead>
            <tr className="border-ink border-b-2">
              <th scope="col" className="w-9 sm:w-13">
                <span className="sr-only">Position</span>
              </th>
              <th scope="col" className={HEAD}>
                Your Prediction
              </th>
              <th scope="col" className={HEAD}>
                Actual Setlist
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.places.map(({ position, pick, played }) => (
              <tr key={position} className="border-rule border-b">
                <th scope="row" className="poster pr-1.5 text-right text-ink-dim text-xl">
                  {position}
                </th>
                <PickedCell
                  cell={pick}
                  missed={missed === 'Not played yet' ? 'not played yet' : missed}
                />
                <PlayedSongCell cell={played} />
              </tr>
            ))}
          </tbody>
        </table>
      </Sheet>
      <ul aria-label="Legend" className="flex flex-wrap gap-x-6 gap-y-2 text-dim text-sm">
        <li className="flex items-center gap-2">
          <FateMark fate="exact" /> Correct position (27-41 pts)
        </li>
        <li className="flex items-center gap-2">
          <FateMark fate="elsewhere" /> Correct song, wrong position (10 pts)
        </li>
        <li className="flex items-center gap-2">
          <FateMark fate="missed" /> {missed}
        </li>
      </ul>
    </>
  );
}

const HEAD = 'poster px-2.5 pt-5 pb-3 text-xl sm:px-4 sm:text-poster-md';
