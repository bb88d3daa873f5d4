import type { HitRate, MyStatistics } from '#contract/statistics.ts';
import { Panel } from '#web/ui/panel.tsx';

type HitRatesProps = { statistics: Pick<MyStatistics, 'opener' | 'closer' | 'exact' | 'any'> };

export function HitRates({ statistics }: HitRatesProps) {
  const { opener, closer, exact, any } = statistics;
  if (opener.of === 0) return null;
  return (
    <Panel title="Hit Rates">
      <dl className="grid grid-cols-2 gap-x-4.5 gap-y-5 px-4.5 pb-5">
        <Rate label="Opener" rate={opener} unit="shows" />
        <Rate label="Closer" rate={closer} unit="shows" />
        <Rate label="In the exact spot" rate={exact} unit="picks" />
        <Rate label="Played at all" rate={any} unit="picks" />
      </dl>
    </Panel>
  );
}

type RateProps = { label: string; rate: HitRate; unit: 'shows' | 'picks' };

function Rate({ label, rate: { hits, of }, unit }: RateProps) {
  const percent = of === 0 ? 0 : Math.round((hits / of) * 100);
  return (
    <div className="grid content-start gap-1.5">
      <dt className="text-dim text-sm">{label}</dt>
      <dd className="poster text-poster-md">{percent}%</dd>
      <dd aria-hidden className="h-1.5 overflow-hidden rounded-full bg-rail">
        <span className="block h-full bg-text/85" style={{ width: `${percent}%` }} />
      </dd>
      <dd className="text-dim text-sm tabular-nums">
        {hits.toLocaleString('en-US')} of {of.toLocaleString('en-US')} {unit}
      </dd>
    </div>
  );
}
