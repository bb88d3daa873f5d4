import { keepPreviousData, notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { banLeagueMember } from '#contract/league-bans.ts';
import {
  getLeague,
  handOverLeague,
  type League,
  type LeagueMember,
  listLeagueMembers,
  type Member,
  removeLeagueMember,
} from '#contract/leagues.ts';
import { paths } from '#contract/pages.ts';
import { useBoardPage, useResetPastEnd } from '#web/board/use-board-page.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EllipsisVertical } from '#web/ui/icons.ts';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Pager } from '#web/ui/list/pager.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/overlay/dropdown-menu.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { BannedFans } from './banned-fans.tsx';

type LeagueMembersProps = { league: Pick<League, 'id' | 'name'>; isOwner: boolean };

export function LeagueMembers({ league, isOwner }: LeagueMembersProps) {
  const page = useBoardPage();
  const { offset, pageSize, setOffset } = page;
  const members = useQuery({
    ...queryWithTotalFor(listLeagueMembers, { params: { id: league.id }, query: page.query }),
    placeholderData: keepPreviousData,
  });
  useResetPastEnd(page, members.data?.total);
  const list = useRef<HTMLUListElement>(null);
  const keepFocus = () => focusIfLost(list.current);
  const [chosen, setChosen] = useState<{ member: Member; action: Action }>();
  return (
    <Panel title="Members">
      <Loaded
        query={members}
        className="px-4.5 pb-4.5"
        label="Loading the members"
        errorMessage="The members could not be loaded."
      >
        {({ rows, total }) => (
          <>
            <ul ref={list} tabIndex={-1} aria-label="Members" className="outline-none">
              {rows.map((member) => (
                <MemberRow
                  key={member.userId}
                  member={member}
                  onChoose={
                    isOwner && !member.isOwner
                      ? (action) => setChosen({ member, action })
                      : undefined
                  }
                />
              ))}
            </ul>
            {total > pageSize && (
              <div className="px-4.5 py-3">
                <Pager offset={offset} pageSize={pageSize} rowCount={total} onOffset={setOffset} />
              </div>
            )}
          </>
        )}
      </Loaded>
      {isOwner && <BannedFans leagueId={league.id} onLifted={keepFocus} />}
      {chosen && (
        <ConfirmAction
          league={league}
          {...chosen}
          onClose={() => setChosen(undefined)}
          onDone={keepFocus}
        />
      )}
    </Panel>
  );
}

type Action = 'handOver' | 'remove' | 'ban';

type MemberRowProps = { member: LeagueMember; onChoose: ((action: Action) => void) | undefined };

function MemberRow({ member, onChoose }: MemberRowProps) {
  return (
    <li className="flex min-h-13 items-center gap-3 border-rail/60 border-t py-1 pr-2 pl-4.5">
      <Avatar name={member.username} size="sm" />
      <Link
        href={paths.fan({ username: member.username })}
        className="min-w-0 flex-1 rounded-md underline-offset-4 hover:underline"
      >
        <LongName name={member.username} />
      </Link>
      {member.isOwner && <Badge>Owner</Badge>}
      {onChoose && (
        <DropdownMenu
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Actions for ${member.username}`}>
              <EllipsisVertical aria-hidden />
            </Button>
          }
        >
          <MenuItem onSelect={() => onChoose('handOver')}>Make owner</MenuItem>
          <MenuItem onSelect={() => onChoose('remove')}>Remove</MenuItem>
          <MenuItem danger onSelect={() => onChoose('ban')}>
            Ban
          </MenuItem>
        </DropdownMenu>
      )}
    </li>
  );
}

type ConfirmActionProps = {
  league: Pick<League, 'id' | 'name'>;
  member: Member;
  action: Action;
  onClose: () => void;
  onDone: () => void;
};

function ConfirmAction({ league, member, action, onClose, onDone }: ConfirmActionProps) {
  const params = { id: league.id };
  const errorToast = 'Failed to update the league';
  const callbacks = { errorToast, onSuccess: onClose };
  const queryClient = useQueryClient();
  const handOver = useMutation(
    mutationFor(handOverLeague, {
      errorToast,
      async onSuccess(changedLeague) {
        const { queryKey } = queryFor(getLeague, { params });
        queryClient.setQueryData(queryKey, changedLeague);
        // The bans must unmount before the refetch, because only the owner may load them.
        await new Promise<void>((resolve) => notifyManager.schedule(resolve));
        onClose();
      },
    }),
  );
  const remove = useMutation(mutationFor(removeLeagueMember, callbacks));
  const ban = useMutation(mutationFor(banLeagueMember, callbacks));
  const { username, userId } = member;
  const texts = {
    handOver: {
      title: `Make ${username} the owner?`,
      text: 'They can then edit the league and remove members. You stay a member.',
      confirmLabel: 'Make owner',
      onConfirm: () => handOver.mutate({ params, body: { userId } }).then(onDone),
    },
    remove: {
      title: `Remove ${username}?`,
      text: 'They no longer appear on the boards. They can join again with the link.',
      confirmLabel: 'Remove',
      onConfirm: () => remove.mutate({ params: { ...params, userId } }).then(onDone),
    },
    ban: {
      title: `Ban ${username}?`,
      text: "They no longer appear on the boards, and they can't join again.",
      confirmLabel: 'Ban',
      onConfirm: () => ban.mutate({ params, body: { userId } }).then(onDone),
    },
  }[action];
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      variant={action === 'handOver' ? 'lamp' : 'danger'}
      pending={handOver.isPending || remove.isPending || ban.isPending}
      {...texts}
    />
  );
}
