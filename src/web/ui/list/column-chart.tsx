import { type ReactNode, useId } from 'react';
import { classes } from '../class-names.ts';
import { Trophy } from '../icons.ts';
import { Table, Td, Th } from './table.tsx';

export type ChartColumn = {
  key: string;
  label: string;
  value: number;
  tick?: string | undefined;
  isWon?: boolean | undefined;
};

type ColumnChartProps = {
  columns: readonly ChartColumn[];
  label: string;
  headers: readonly [string, string];
  average?: number | undefined;
  accentsBest?: boolean | undefined;
  note?: ReactNode;
};

export function ColumnChart(props: ColumnChartProps) {
  const { columns, label, headers, average, accentsBest = false, note } = props;
  const id = useId();
  const best = Math.max(...columns.map(({ value }) => value));
  const max = Math.max(best, MIN_SCALE);
  const isSparse = columns.length <= MAX_LABELED_COLUMNS;
  return (
    <figure aria-labelledby={id} className="grid min-w-0 gap-1">
      <figcaption id={id} className="sr-only">
        {label}
      </figcaption>
      <div aria-hidden className="pt-6 pb-6">
        <div
          className={classes(
            'relative flex h-36 items-end border-edge border-b',
            isSparse ? 'gap-2' : 'mr-9 gap-px sm:gap-0.5',
          )}
        >
          {!isSparse && <Gridline value={max} max={max} />}
          {!isSparse && <Gridline value={Math.round(max / 2)} max={max} />}
          {columns.map((column, index) => (
            <Column
              key={column.key}
              column={column}
              height={(column.value / max) * 100}
              showsValue={isSparse}
              isFaded={accentsBest && column.value < best}
              alignsRight={index >= columns.length * 0.8}
            />
          ))}
          {average !== undefined && (
            <span
              className="absolute inset-x-0 border-dim border-t-2 border-dashed"
              style={{ bottom: `${(average / max) * 100}%` }}
            />
          )}
        </div>
      </div>
      {note && <p className="text-dim text-sm">{note}</p>}
      <details className="group">
        <summary className="inline-flex min-h-11 list-none items-center justify-self-start text-dim text-sm underline underline-offset-4 hover:text-text [&::-webkit-details-marker]:hidden">
          <span className="group-open:hidden">Show as table</span>
          <span className="hidden group-open:inline">Hide table</span>
        </summary>
        <Table label={label} className="max-h-80 overflow-y-auto">
          <thead>
            <tr>
              <Th>{headers[0]}</Th>
              <Th numeric>{headers[1]}</Th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.key}>
                <Td>{column.label}</Td>
                <Td numeric>{column.value.toLocaleString('en-US')}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  );
}

const MAX_LABELED_COLUMNS = 8;

/** Keeps a single play from filling the chart. */
const MIN_SCALE = 4;

function Gridline({ value, max }: { value: number; max: number }) {
  return (
    <span
      className="absolute inset-x-0 border-rail border-t"
      style={{ bottom: `${(value / max) * 100}%` }}
    >
      <span className="-translate-y-1/2 absolute left-full pl-2 text-dim text-xs tabular-nums">
        {value.toLocaleString('en-US')}
      </span>
    </span>
  );
}

type ColumnProps = {
  column: ChartColumn;
  height: number;
  showsValue: boolean;
  isFaded: boolean;
  alignsRight: boolean;
};

function Column({ column, height, showsValue, isFaded, alignsRight }: ColumnProps) {
  const { label, value, tick, isWon = false } = column;
  return (
    <span
      title={`${label}: ${value.toLocaleString('en-US')}`}
      className="relative flex h-full min-w-0 max-w-12 flex-1 items-end"
    >
      <span
        className={classes(
          'relative block min-h-px w-full rounded-t-[2px]',
          getColumnColor(value, isFaded),
        )}
        style={{ height: `${height}%` }}
      >
        <span className="absolute bottom-full left-1/2 grid -translate-x-1/2 justify-items-center pb-0.5 text-center font-semibold text-sm tabular-nums">
          {isWon && <Trophy className="size-3.5 text-gold" />}
          {showsValue && value.toLocaleString('en-US')}
          {/* A column without height would look like a missing show. */}
          {!showsValue && value === 0 && <span className="font-normal text-dim text-xs">0</span>}
        </span>
      </span>
      {tick && (
        <span
          className={classes(
            'absolute top-full whitespace-nowrap pt-1.5 text-dim text-xs tabular-nums',
            alignsRight ? 'right-0' : 'left-0',
          )}
        >
          {tick}
        </span>
      )}
    </span>
  );
}

function getColumnColor(value: number, isFaded: boolean): string {
  if (value === 0) return 'bg-rail';
  return isFaded ? 'bg-text/55' : 'bg-text/90';
}
