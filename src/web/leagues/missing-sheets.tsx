import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { getLeagueSheets } from '#contract/league-boards.ts';
import { paths } from '#contract/pages.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** Who has no sheet yet for the next show. Hidden without an upcoming show. */
export function MissingSheets({ leagueId }: { leagueId: string }) {
  const sheets = useQuery(queryFor(getLeagueSheets, { params: { id: leagueId } }));
  const { id: userId } = useUser();
  if (sheets.data?.show === null || sheets.isLoadingError) return null;
  const { show, submitted = 0, missing = [], missingCount = 0 } = sheets.data ?? {};
  const isMissing = missing.some((member) => member.userId === userId);
  return (
    <Panel
      title="No sheet yet"
      aside={
        show &&
        isMissing && (
          <Button asChild variant="lamp">
            <Link href={paths.game({ show: show.id })}>Make Prediction</Link>
          </Button>
        )
      }
    >
      <div className="grid min-h-24 content-start gap-3 px-4.5 pb-4.5">
        {show && (
          <p className="text-dim">
            {show.name} · {shortDate(show.date, show.timeZone)} · {submitted} of{' '}
            {submitted + missingCount} handed in
          </p>
        )}
        {show && missingCount === 0 && <p>Everyone is in.</p>}
        <ul className="flex flex-wrap gap-x-4 gap-y-2">
          {missing.map((member) => (
            <li key={member.userId} className="flex min-w-0 max-w-full items-center gap-2">
              <Avatar name={member.username} size="sm" />
              <LongName name={member.username} />
            </li>
          ))}
          {missingCount > missing.length && (
            <li className="text-dim">and {missingCount - missing.length} more</li>
          )}
        </ul>
      </div>
    </Panel>
  );
}
