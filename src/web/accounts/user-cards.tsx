import { memo } from 'react';
import type { AdminUser } from '#contract/accounts.ts';
import { EmailAddress } from './email-address.tsx';
import { type UserActionHandlers, UserActions } from './user-actions.tsx';

type UserCardsProps = { users: readonly AdminUser[] } & UserActionHandlers;

/** The user table for phones. */
export const UserCards = memo(function UserCards({ users, ...handlers }: UserCardsProps) {
  return (
    <ul aria-label="Users" className="grid gap-3">
      {users.map((user) => (
        <li
          key={user.id}
          className="grid gap-1.5 rounded-panel border border-rail bg-stage px-4 pt-3 pb-1.5"
        >
          <div>
            <h2 className="wrap-anywhere font-semibold">{user.username}</h2>
            <p className="wrap-break-word text-dim text-sm">
              <EmailAddress email={user.email} />
            </p>
          </div>
          <dl className="flex flex-wrap gap-x-4 text-sm">
            <Fact label="Points" value={user.totalPoints} />
            <Fact label="Games" value={user.gamesPlayed} />
            <Fact label="Average Score" value={Number(user.averageScore).toFixed(1)} />
            {user.favoriteSong && <Fact label="Favorite Song" value={user.favoriteSong} />}
            {user.homeVenue && <Fact label="Home Venue" value={user.homeVenue} />}
          </dl>
          <UserActions user={user} {...handlers} />
        </li>
      ))}
    </ul>
  );
});

function Fact({ label, value }: { label: string; value: string | number }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-dim">{label}</dt>
      <dd className="wrap-anywhere tabular-nums">{value}</dd>
    </div>
  );
}
