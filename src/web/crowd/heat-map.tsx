import type { CSSProperties } from 'react';
import { type Crowd, formatShare } from '#contract/crowd.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { Table } from '#web/ui/list/table.tsx';
import { Panel } from '#web/ui/panel.tsx';

const SONG_COUNT = 24;

export function HeatMap({ crowd: { sheets, songs } }: { crowd: Crowd }) {
  const rows = songs.slice(0, SONG_COUNT);
  const columns = Math.max(...rows.map(({ positions }) => positions.length));
  const max = Math.max(...rows.flatMap(({ positions }) => positions));
  const numbers = Array.from({ length: Math.min(columns, MAX_PICKS) }, (_, n) => n + 1);
  return (
    <Panel title="Picks by position" as="h3">
      <Table label="Picks by position" className="pb-3">
        <thead>
          <tr className="text-dim text-xs tabular-nums">
            <th scope="col" className="sticky left-0 bg-stage pl-4.5 font-normal">
              Song
            </th>
            {numbers.map((number) => (
              <th key={number} scope="col" className="h-8 min-w-7 text-center font-normal">
                {number}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ songId, title, positions }) => (
            <tr key={songId}>
              <th
                scope="row"
                className="wrap-anywhere sticky left-0 w-34 min-w-34 bg-stage py-1 pr-3 pl-4.5 font-semibold text-sm leading-tight sm:w-52"
              >
                <bdi className="line-clamp-2">{title}</bdi>
              </th>
              {numbers.map((number) => (
                <HeatCell
                  key={number}
                  calls={positions[number - 1] ?? 0}
                  max={max}
                  sheets={sheets}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function HeatCell({ calls, max, sheets }: { calls: number; max: number; sheets: number }) {
  // The square root keeps rare calls visible.
  const heat: CSSProperties & Record<'--heat', string> = {
    '--heat': `${Math.round(Math.sqrt(calls / max) * 90)}%`,
  };
  return (
    <td className="p-px" title={calls > 0 ? formatShare(calls, sheets) : undefined}>
      <span
        style={heat}
        className="block h-7 rounded-[3px] bg-[color-mix(in_oklab,var(--elsewhere-on-hall)_var(--heat),var(--well))]"
      >
        {calls > 0 && <span className="sr-only">{formatShare(calls, sheets)}</span>}
      </span>
    </td>
  );
}
