import { Link } from 'wouter';
import type { Fan } from '#contract/fans.ts';
import { HIDDEN_TEXT } from '#contract/hidden-content.ts';
import { paths } from '#contract/pages.ts';
import { BlockButton } from '#web/blocks/block-button.tsx';
import { ReportButton } from '#web/reports/report-button.tsx';
import type { ReportTarget } from '#web/reports/report-target.ts';
import { browserTimeZone, monthYear } from '#web/time/venue-time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';

type FanHeaderProps = { fan: Fan; isOwn: boolean };

export function FanHeader({ fan, isOwn }: FanHeaderProps) {
  const { username, location, memberSince, bio, bioHidden } = fan;
  return (
    <header className="grid gap-4 max-sm:grid-cols-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:*:col-span-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:col-span-1!">
        <Avatar name={username} size="lg" />
        <div className="min-w-0 flex-1 basis-52">
          <h1
            className={classes(
              'poster wrap-anywhere text-poster-md',
              username.length <= LONG_NAME && 'sm:text-poster-xl',
            )}
          >
            <bdi>{username}</bdi>
          </h1>
          <p className="wrap-anywhere mt-1.5 text-dim">
            {location && (
              <>
                <bdi>{location}</bdi> ·{' '}
              </>
            )}
            <span className="whitespace-nowrap">
              Member since {monthYear(memberSince, browserTimeZone())}
            </span>
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center max-sm:order-last sm:col-span-1!">
        {isOwn ? (
          <Button asChild>
            <Link href={paths.settings()}>Edit Profile</Link>
          </Button>
        ) : (
          <div className="-mx-3 flex flex-wrap sm:mx-0">
            <ReportButton title={`Report ${username}`} targets={listTargets(fan)} />
            <BlockButton fan={fan} />
          </div>
        )}
      </div>
      {bio && (
        <p className="wrap-anywhere max-w-3xl whitespace-pre-wrap [unicode-bidi:plaintext]">
          {bio}
        </p>
      )}
      {bioHidden && <p className="text-dim italic">Bio: {HIDDEN_TEXT[bioHidden]}</p>}
      <Favorites fan={fan} />
    </header>
  );
}

function listTargets({ userId: id, bio }: Fan): ReportTarget[] {
  const username: ReportTarget = { kind: 'username', id, label: 'Username' };
  return bio ? [{ kind: 'bio', id, label: 'Bio' }, username] : [username];
}

/** In characters. A longer name uses a smaller font, because it would fill a phone's screen. */
const LONG_NAME = 24;

function Favorites({ fan: { favoriteSong, homeVenue } }: { fan: Fan }) {
  if (!favoriteSong && !homeVenue) return null;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {favoriteSong && <Favorite label="Favorite song" value={favoriteSong} />}
      {homeVenue && <Favorite label="Home venue" value={homeVenue} />}
    </dl>
  );
}

function Favorite({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-dim text-sm">{label}</dt>
      <dd className="wrap-anywhere font-semibold">
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
