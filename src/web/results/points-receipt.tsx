import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { HOUR } from '#contract/durations.ts';
import type { Prediction } from '#contract/predictions.ts';
import { formatDifference, getReceipt, PROVISIONAL_MS, type Receipt } from '#contract/receipts.ts';
import { scoredPicks } from '#contract/scorecard.ts';
import { countOutcomes } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { formatMissedPick } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { browserTimeZone, dayDate, timeWithZone } from '#web/time/venue-time.ts';
import { Fold } from '#web/ui/list/fold.tsx';

type PointsReceiptProps = { prediction: Prediction; setlist: readonly SetlistEntry[] };

export function PointsReceipt({ prediction, setlist }: PointsReceiptProps) {
  const { data: receipt } = useQuery({
    ...queryFor(getReceipt, { params: { id: prediction.showId } }),
    enabled: prediction.points !== null,
  });
  if (setlist.length === 0) return null;
  const outcomes = countOutcomes(scoredPicks(prediction.songs, setlist));
  return (
    <Fold title="Receipt" isOpen={Boolean(receipt?.corrections.length)}>
      <Lines label="Points">
        {outcomes.map(({ outcome, count, pointsEach }) => (
          <Line
            key={outcome}
            what={outcome === 'Not played' ? formatMissedPick(prediction.show) : outcome}
            detail={`${count} × ${pointsEach}`}
            points={count * pointsEach}
          />
        ))}
        {prediction.points !== null && <Line what="Total" points={prediction.points} isTotal />}
      </Lines>
      {receipt && receipt.corrections.length > 0 && <Corrections receipt={receipt} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 text-dim text-sm">
        {receipt && <p>{formatFinality(receipt)}</p>}
        <RulesLink />
      </div>
    </Fold>
  );
}

function Corrections({ receipt: { points, firstPoints, corrections } }: { receipt: Receipt }) {
  return (
    <Lines label="Corrections">
      <Line what="Original points" points={firstPoints} />
      {corrections.toReversed().map(({ id, at: correctedAt, what, difference }) => (
        <Line
          key={id}
          what={what}
          detail={<time dateTime={correctedAt}>Corrected on {formatMoment(correctedAt)}</time>}
          points={formatDifference(difference)}
        />
      ))}
      <Line what="Current points" points={points} isTotal />
    </Lines>
  );
}

function Lines({ label, children }: { label: string; children: ReactNode }) {
  return (
    <table aria-label={label} className="w-full border-rail border-t text-left">
      <tbody>{children}</tbody>
    </table>
  );
}

type LineProps = {
  what: string;
  detail?: ReactNode;
  points: number | string;
  isTotal?: boolean | undefined;
};

function Line({ what, detail, points, isTotal = false }: LineProps) {
  return (
    <tr className="border-rail border-b">
      <th scope="row" className={`wrap-anywhere py-2 ${isTotal ? 'font-semibold' : 'font-normal'}`}>
        <bdi>{what}</bdi>
        {detail && <span className="block text-dim text-sm tabular-nums">{detail}</span>}
      </th>
      <td className="poster py-2 pl-4 text-right text-poster-sm">{points}</td>
    </tr>
  );
}

function formatFinality({ finalAt }: Receipt): string {
  if (finalAt === null)
    return `Provisional until ${PROVISIONAL_MS / HOUR} hours after the show is closed, then final.`;
  const moment = formatMoment(finalAt);
  return serverNow() < Date.parse(finalAt)
    ? `Provisional until ${moment}, then final.`
    : `Final since ${moment}.`;
}

function formatMoment(moment: string): string {
  const zone = browserTimeZone();
  return `${dayDate(moment, zone)}, ${timeWithZone(moment, zone)}`;
}
