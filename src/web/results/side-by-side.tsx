import type { ReactNode } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { pointsSoFar, scoreRows } from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { formatMissedPick } from '#contract/shows.ts';
import {
  type Comparison,
  compareWithSetlist,
  type PickCell,
  type PickResult,
  type PlayedCell,
} from '#web/score-display/compare-with-setlist.ts';
import { SetlistSource } from '#web/show-display/setlist-source.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ArrowLeftRight, Check, Minus } from '#web/ui/icons.ts';
import { Sheet } from '#web/ui/list/sheet.tsx';

type SideBySideProps = { prediction: Prediction; setlist: readonly SetlistEntry[] };

export function SideBySide({ prediction, setlist }: SideBySideProps) {
  const { songs, points, show, showId } = prediction;
  const comparison = compareWithSetlist(songs, setlist);
  const isLive = show.status === 'live';
  return (
    <div className="grid gap-6">
      <Counters comparison={comparison} points={points} />
      {isLive && points === null && (
        <p className="text-dim">
          Points so far:{' '}
          <strong className="poster text-text text-xl">
            {pointsSoFar(scoreRows(prediction, setlist))}
          </strong>
        </p>
      )}
      {setlist.length === 0 ? (
        <EmptyState title="Setlist not available yet" />
      ) : (
        <ComparisonTable comparison={comparison} missed={formatMissedPick(show)} />
      )}
      {show.status === 'closed' && <SetlistSource showId={showId} />}
    </div>
  );
}

function Counters({ comparison, points }: { comparison: Comparison; points: number | null }) {
  return (
    <dl className="grid grid-cols-3 gap-3">
      <Counter label="Correct Position" value={comparison.exactCount} tint="text-exact-on-hall" />
      <Counter
        label="Correct Song"
        value={comparison.elsewhereCount}
        tint="text-elsewhere-on-hall"
      />
      <Counter label="Your Score" value={points ?? '–'} tint="text-text" />
    </dl>
  );
}

function Counter({ label, value, tint }: { label: string; value: number | string; tint: string }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1.5">
      <dt className="label text-dim">{label}</dt>
      <dd className={`poster text-poster-lg ${tint}`}>{value}</dd>
    </div>
  );
}

type ComparisonProps = { comparison: Comparison; missed: ReturnType<typeof formatMissedPick> };

function ComparisonTable({ comparison, missed }: ComparisonProps) {
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
            {comparison.rows.map(({ position, pick, played }) => (
              <tr key={position} className="border-rule border-b">
                <th
                  scope="row"
                  className="poster pt-2.5 pr-1.5 text-right align-top text-ink-dim text-xl sm:pt-3"
                >
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
          <ResultMark result="exact" /> Correct position (27-41 pts)
        </li>
        <li className="flex items-center gap-2">
          <ResultMark result="elsewhere" /> Correct song, wrong position (10 pts)
        </li>
        <li className="flex items-center gap-2">
          <ResultMark result="missed" /> {missed}
        </li>
      </ul>
    </>
  );
}

const HEAD = 'poster px-2.5 pt-5 pb-3 text-xl sm:px-4 sm:text-poster-md';

function PickedCell({ cell, missed }: { cell: PickCell | null; missed: string }) {
  if (!cell) return <td />;
  return (
    <Cell result={cell.result} title={cell.title}>
      <Note result={cell.result}>{cell.result === 'missed' ? missed : formatPickNote(cell)}</Note>
    </Cell>
  );
}

function PlayedSongCell({ cell }: { cell: PlayedCell | null }) {
  if (!cell) return <td />;
  return (
    <Cell result={cell.result} title={cell.title}>
      {cell.result && <Note result={cell.result}>{RESULT_LABELS[cell.result]}</Note>}
      {cell.isCloser && <Badge tone="special">Closer</Badge>}
    </Cell>
  );
}

type CellProps = { result: PickResult | null; title: string; children: ReactNode };

function Cell({ result, title, children }: CellProps) {
  return (
    <td className="h-12 p-1 align-top">
      <div
        className={classes(
          'grid h-full content-start justify-items-start gap-1.5 rounded-md border-[1.5px] px-2 py-1.5 sm:px-3',
          result ? CELL_STYLES[result] : 'border-transparent',
        )}
      >
        <bdi className="poster wrap-anywhere text-left font-bold text-ink text-lg sm:text-poster-sm">
          {title}
        </bdi>
        {children}
      </div>
    </td>
  );
}

function Note({ result, children }: { result: PickResult; children: string }) {
  return (
    <span className="flex items-center gap-1.5 text-xs">
      <ResultMark result={result} />
      <span>{children}</span>
    </span>
  );
}

function formatPickNote({ outcome, playedAt }: PickCell): string {
  if (outcome === 'Opener') return 'Opener';
  if (outcome === 'Closer') return `Closer, played at ${playedAt}`;
  return outcome === 'Correct spot' ? RESULT_LABELS.exact : `Played at ${playedAt}`;
}

const RESULT_LABELS = { exact: 'Correct position', elsewhere: 'Correct song', missed: '' };

const CELL_STYLES = {
  exact: 'border-transparent bg-exact-fill text-exact',
  elsewhere: 'border-transparent bg-elsewhere-fill text-elsewhere',
  missed: 'border-missed border-dashed text-missed',
};

function ResultMark({ result }: { result: PickResult }) {
  const { Icon, className } = MARKS[result];
  return (
    <span
      aria-hidden
      className={classes(
        'grid size-4.5 shrink-0 place-content-center rounded-full border-[1.5px] border-current',
        className,
      )}
    >
      <Icon strokeWidth={3} className="size-2.5" />
    </span>
  );
}

const MARKS = {
  exact: { Icon: Check, className: 'text-exact-on-hall' },
  elsewhere: { Icon: ArrowLeftRight, className: 'text-elsewhere-on-hall' },
  missed: { Icon: Minus, className: 'border-dashed text-missed-on-hall' },
};
