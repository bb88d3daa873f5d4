import { SheetMark, SheetRow } from '#web/ui/list/sheet.tsx';
import type { PickWithPoints } from './use-my-progress.ts';

type ComingRowsProps = { songCount: number; pickResults: readonly PickWithPoints[] };

/** Hidden from screen readers, because 'My picks' lists the same picks. */
export function ComingRows({ songCount, pickResults }: ComingRowsProps) {
  const lineCount = Math.max(SHEET_LINES - songCount, MIN_LINES);
  const lines = Array.from({ length: lineCount }, (_, index) => songCount + index + 1);
  const pickByPosition = new Map(
    pickResults
      .filter(({ result }) => result === 'missed')
      .map(({ position, title }) => [position, title]),
  );
  return (
    <div aria-hidden>
      {lines.some((line) => pickByPosition.has(line)) && (
        <SheetMark as="p">Next on my sheet</SheetMark>
      )}
      <ol>
        {lines.map((line) => (
          <SheetRow
            key={line}
            number={line}
            title={pickByPosition.get(line)}
            className="text-missed [--row-mark:var(--missed)]"
          />
        ))}
      </ol>
    </div>
  );
}

const SHEET_LINES = 10;

const MIN_LINES = 2;
