import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { ResponseOf } from '#contract/endpoint.ts';
import { getLeagueSheets } from '#contract/league-boards.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Nudge } from './nudge.tsx';

export function MissingSheets({ leagueId }: { leagueId: string }) {
  const sheets = useQuery(queryFor(getLeagueSheets, { params: { id: leagueId } }));
  // `sheets` lists only the first members by name.
  const myPredictions = useQuery(queryFor(listMyPredictions)).data;
  const show = sheets.data?.show;
  if (show === null) return null;
  const isMissing = myPredictions?.every(({ showId }) => showId !== show?.id);
  return (
    <Panel
      title="No prediction yet"
      aside={
        show &&
        isMissing && (
          <Button asChild variant="lamp">
            <Link href={paths.game({ show: show.id })}>Make Prediction</Link>
          </Button>
        )
      }
    >
      <div className="min-h-24 px-4.5 pb-4.5">
        <Loaded
          query={sheets}
          label="Loading the sheets"
          errorMessage="The sheets could not be loaded."
          skeleton={<SkeletonRows count={1} />}
        >
          {(data) => <Sheets leagueId={leagueId} sheets={data} isMissing={isMissing} />}
        </Loaded>
      </div>
    </Panel>
  );
}

type SheetsProps = {
  leagueId: string;
  sheets: ResponseOf<typeof getLeagueSheets>;
  isMissing: boolean | undefined;
};

function Sheets({ leagueId, sheets, isMissing }: SheetsProps) {
  const { show, submitted, missing, missingCount } = sheets;
  if (!show) return null;
  return (
    <div className="grid gap-3">
      <p className="text-dim">
        {show.name} · {shortDate(show.date, show.timeZone)} · {submitted} of{' '}
        {submitted + missingCount} submitted
      </p>
      {missingCount === 0 && <p>Everyone has predicted.</p>}
      {missingCount > 0 && <h3 className="label -mb-1 text-dim">Not submitted yet</h3>}
      <ul aria-label="Not submitted yet" className="flex flex-wrap gap-x-4 gap-y-2 empty:hidden">
        {missing.map((member) => (
          <li key={member.userId} className="flex min-w-0 max-w-full items-center gap-2">
            <Avatar name={member.username} size="sm" />
            <Link
              href={paths.fan({ username: member.username })}
              className="-my-1.5 min-w-0 rounded-md py-1.5 underline-offset-4 hover:underline"
            >
              <LongName name={member.username} isOneLine />
            </Link>
          </li>
        ))}
        {missingCount > missing.length && (
          <li className="text-dim">and {missingCount - missing.length} more</li>
        )}
      </ul>
      <Nudge leagueId={leagueId} sheets={sheets} isMissing={isMissing} />
    </div>
  );
}
