import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { getSetlistCredits } from '#contract/setlists.ts';
import { queryFor } from '#web/http/query-for.ts';

export function SetlistCredits({ showId }: { showId: string }) {
  const { data = [] } = useQuery(queryFor(getSetlistCredits, { params: { id: showId } }));
  if (data.length === 0) return null;
  return (
    <p className="mt-3 text-dim text-sm">
      Setlist by{' '}
      {data.map(({ username }, index) => (
        <Fragment key={username}>
          {index > 0 && (index === data.length - 1 ? ' and ' : ', ')}
          <Link
            href={paths.fan({ username })}
            className="wrap-anywhere font-medium underline decoration-edge underline-offset-3 hover:decoration-current"
          >
            <bdi>{username}</bdi>
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
