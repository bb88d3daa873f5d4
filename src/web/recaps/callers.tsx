import { Fragment } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { LongName } from '#web/ui/list/long-name.tsx';

/** Renders ': Ada, Bob and 3 others'. Fans with private predictions count, but are not named. */
export function Callers({ names, calls }: { names: readonly string[]; calls: number }) {
  if (names.length === 0) return null;
  const others = calls - names.length;
  return (
    <>
      :{' '}
      {names.map((username, index) => (
        <Fragment key={username}>
          {index > 0 && (index === names.length - 1 && others <= 0 ? ' and ' : ', ')}
          <Link
            href={paths.fan({ username })}
            className="inline-flex max-w-full rounded-md align-bottom font-semibold text-text underline-offset-4 hover:underline"
          >
            <LongName name={username} />
          </Link>
        </Fragment>
      ))}
      {others > 0 && ` and ${others.toLocaleString('en-US')} ${others === 1 ? 'other' : 'others'}`}
    </>
  );
}
