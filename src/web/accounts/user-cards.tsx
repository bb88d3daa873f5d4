import { memo } from 'react';
import type { AdminUser } from '#contract/accounts.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { EmailAddress } from './email-address.tsx';
import { type UserActionHandlers, UserActions } from './user-actions.tsx';

type UserCardsProps = { users: readonly AdminUser[] } & UserActionHandlers;

export const UserCards = memo(function UserCards({ users, ...handlers }: UserCardsProps) {
  return (
    <ul aria-label="Users" className="grid gap-3">
      {users.map((user) => (
        <li
          key={user.id}
          className="grid gap-3 rounded-panel border border-rail bg-stage px-4 pt-3 pb-1.5"
        >
          <div>
            <h2 className="font-semibold">
              <LongName name={user.username} />
            </h2>
            <p className="wrap-break-word text-dim text-sm">
              <EmailAddress email={user.email} />
            </p>
          </div>
          <dl className="grid grid-cols-3 gap-x-4 gap-y-2">
            <Fact label="Points" value={user.totalPoints.toLocaleString('en-US')} />
            <Fact label="Games" value={user.gamesPlayed} />
            <Fact label="Average score" value={Number(user.averageScore).toFixed(1)} />
            {user.favoriteSong && <Fact isWide label="Favorite song" value={user.favoriteSong} />}
            {user.homeVenue && <Fact isWide label="Home venue" value={user.homeVenue} />}
          </dl>
          <UserActions user={user} {...handlers} />
        </li>
      ))}
    </ul>
  );
});

type FactProps = { label: string; value: string | number; isWide?: boolean };

function Fact({ label, value, isWide = false }: FactProps) {
  return (
    <div className={isWide ? 'col-span-3 flex min-w-0 gap-2 text-sm' : undefined}>
      <dt className="text-dim text-sm">{label}</dt>
      <dd className={isWide ? 'wrap-anywhere' : 'poster text-xl'}>{value}</dd>
    </div>
  );
}
