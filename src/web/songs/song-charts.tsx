import type { SongHistory } from '#contract/songs.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { ColumnChart } from '#web/ui/column-chart.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { playsByPosition, playsOverTime } from './plays-columns.ts';

/** When it was played, and where in the setlist. */
export function SongCharts({ history }: { history: SongHistory }) {
  const { song, months, positions } = history;
  const { unit, columns } = playsOverTime(months, new Date(serverNow()).toISOString().slice(0, 7));
  const kept = months.reduce((sum, { timesPlayed }) => sum + timesPlayed, 0);
  const earlier = song.timesPlayed - kept;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Panel title="Plays Over Time">
        <div className="px-4.5 pb-3">
          <ColumnChart
            label={`Times ${song.title} was played by ${unit.toLowerCase()}`}
            headers={[unit, 'Plays']}
            columns={columns}
          />
          {earlier > 0 && (
            <p className="pb-1.5 text-dim text-sm">
              {earlier.toLocaleString('en-US')} earlier {earlier === 1 ? 'play has' : 'plays have'}{' '}
              no setlist here.
            </p>
          )}
        </div>
      </Panel>
      <Panel title="Position in the Setlist">
        <div className="px-4.5 pb-3">
          <ColumnChart
            label={`Times ${song.title} was played by position`}
            headers={['Position', 'Plays']}
            columns={playsByPosition(positions)}
          />
        </div>
      </Panel>
    </div>
  );
}
