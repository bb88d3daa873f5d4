import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { canDeleteLeaguePost, deleteLeaguePost, type LeaguePost } from '#contract/league-talk.ts';
import { paths } from '#contract/pages.ts';
import { PostBody } from '#web/forums/post-item.tsx';
import { TimeAgo } from '#web/forums/time-ago.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { ReportDialog } from '#web/reports/report-button.tsx';
import { useUser } from '#web/session/use-user.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { EllipsisVertical, Flag, Pencil, Trash2 } from '#web/ui/icons.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/overlay/dropdown-menu.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { TalkForm } from './talk-form.tsx';

type TalkPostProps = {
  leagueId: string;
  post: LeaguePost;
  isOwner: boolean;
  isNew: boolean;
  onDeleted: () => void;
};

export function TalkPost({ leagueId, post, isOwner, isNew, onDeleted }: TalkPostProps) {
  const { id: userId } = useUser();
  const [isEditing, setEditing] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const isOwn = post.author.id === userId;
  const canDelete = canDeleteLeaguePost(post, { id: userId, isOwner });
  const canReport = !isOwn && post.hidden === null;
  const hasActions = !isEditing && (canReport || canDelete);
  const report = useDialogItem();
  const remove = useMutation(
    mutationFor(deleteLeaguePost, {
      errorToast: 'Failed to delete post',
      onSuccess: () => setConfirming(false),
      onError: () => setConfirming(false),
    }),
  );

  function stopEditing() {
    // The button must exist before it can take the focus.
    flushSync(() => setEditing(false));
    menuButton.current?.focus();
  }

  const name = post.author.username;
  return (
    <li
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 border-rail/60 border-t py-3 pr-2 pl-4.5',
        isNew && 'stamp-in',
      )}
    >
      <Avatar name={name} size="sm" />
      <article aria-label={`Post by ${name}`} className="grid gap-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 leading-snug">
          <Link
            href={paths.fan({ username: name })}
            className="min-w-0 rounded-md underline-offset-4 hover:underline"
          >
            <LongName name={name} className="font-semibold" />
          </Link>
          <span className="text-dim text-sm">
            <TimeAgo instant={post.createdAt} />
            {post.updatedAt !== post.createdAt && ' · edited'}
          </span>
        </p>
        {isEditing ? (
          <TalkForm leagueId={leagueId} post={post} onDone={stopEditing} onCancel={stopEditing} />
        ) : (
          <PostBody post={post} />
        )}
      </article>
      {hasActions && (
        <DropdownMenu
          trigger={
            <Button
              ref={menuButton}
              variant="ghost"
              size="icon"
              className="-my-2"
              aria-label={`Actions for the post by ${name}`}
            >
              <EllipsisVertical aria-hidden />
            </Button>
          }
        >
          {isOwn && (
            <MenuItem onSelect={() => setEditing(true)}>
              <Pencil aria-hidden />
              Edit
            </MenuItem>
          )}
          {canReport && (
            <MenuItem onSelect={() => report.show()}>
              <Flag aria-hidden />
              Report
            </MenuItem>
          )}
          {canDelete && (
            <MenuItem danger onSelect={() => setConfirming(true)}>
              <Trash2 aria-hidden />
              Delete
            </MenuItem>
          )}
        </DropdownMenu>
      )}
      {report.key > 0 && (
        <ReportDialog
          key={report.key}
          title="Report this post"
          targets={[{ kind: 'talk', id: post.id, label: 'Post' }]}
          open={report.open}
          onClose={report.close}
        />
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Delete this post?"
        text={`${isOwn ? 'Your' : `${name}'s`} post is deleted for everyone. This cannot be undone.`}
        confirmLabel="Delete post"
        pending={remove.isPending}
        pendingText="Deleting..."
        onConfirm={() =>
          remove.mutate({ params: { id: leagueId, postId: post.id } }).then(onDeleted)
        }
      />
    </li>
  );
}
