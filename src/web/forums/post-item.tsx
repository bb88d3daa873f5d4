import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { canDeletePost, deletePost, type Post } from '#contract/forum-posts.ts';
import { canWriteIn, type Thread } from '#contract/forums.ts';
import { HIDDEN_TEXT } from '#contract/hidden-content.ts';
import { paths } from '#contract/pages.ts';
import { canModerate } from '#contract/roles.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { ReportButton } from '#web/reports/report-button.tsx';
import { useUser } from '#web/session/use-user.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Pencil, Trash2 } from '#web/ui/icons.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { splitAtLinks } from './links.ts';
import { PostForm } from './post-form.tsx';
import { TimeAgo } from './time-ago.tsx';

type PostItemProps = {
  thread: Thread;
  post: Post;
  number: number;
  isNew: boolean;
  onDeleted: () => void;
};

export function PostItem({ thread, post, number, isNew, onDeleted }: PostItemProps) {
  const user = useUser();
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const isOwn = post.author.id === user.id;
  const canWrite = canWriteIn(thread, user);

  function stopEditing() {
    // The button must exist before it can take the focus.
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  }

  return (
    <li>
      <article
        aria-label={`Post ${number} by ${post.author.username}`}
        className={classes(
          'grid gap-3 rounded-panel border bg-stage px-4.5 py-4',
          isNew ? 'stamp-in border-lamp' : 'border-rail',
        )}
      >
        <header className="flex items-center gap-3">
          <Avatar name={post.author.username} />
          <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 leading-snug">
            <Link
              href={paths.fan({ username: post.author.username })}
              className="-my-2 min-w-0 rounded-md py-2 underline-offset-4 hover:underline"
            >
              <LongName name={post.author.username} className="font-semibold" />
            </Link>
            {isOwn && <Badge tone="lamp">You</Badge>}
            <span className="basis-full text-dim text-sm">
              <TimeAgo instant={post.createdAt} />
              {post.updatedAt !== post.createdAt && ' · edited'}
            </span>
          </p>
          <div className="flex items-center gap-1 self-start">
            {!isOwn && !isEditing && post.hidden === null && (
              <div className="-my-2">
                <ReportButton
                  title={post.isOpening ? 'Report this thread' : 'Report this post'}
                  targets={[{ kind: 'post', id: post.id, label: 'Post' }]}
                />
              </div>
            )}
            <span aria-hidden className="text-dim text-sm tabular-nums">
              {number}
            </span>
          </div>
        </header>
        {isEditing ? (
          <PostForm thread={thread} post={post} onDone={stopEditing} onCancel={stopEditing} />
        ) : (
          <PostBody post={post} />
        )}
        {!isEditing && (
          <footer className="-mb-1.5 flex justify-end gap-1 empty:hidden">
            {canWrite && isOwn && (
              <Button ref={editButton} variant="ghost" size="sm" onClick={() => setEditing(true)}>
                <Pencil aria-hidden />
                Edit
              </Button>
            )}
            {canWrite && canDeletePost(post, user) && (
              <DeletePost post={post} onDeleted={onDeleted} />
            )}
          </footer>
        )}
      </article>
    </li>
  );
}

/** Fans see a placeholder instead of hidden text; its author and moderators see the text. */
export function PostBody({
  post: { content, hidden, author },
}: {
  post: Pick<Post, 'content' | 'hidden' | 'author'>;
}) {
  const user = useUser();
  if (hidden === null) return <PostText text={content} />;
  if (author.id !== user.id && !canModerate(user))
    return <p className="text-dim italic">{content}</p>;
  return (
    <>
      <Badge className="justify-self-start">{HIDDEN_TEXT[hidden]}</Badge>
      <PostText text={content} />
    </>
  );
}

function PostText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
      {splitAtLinks(text).map((piece, index) =>
        piece.href === undefined ? (
          piece.text
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a post never reorder
            key={index}
            href={piece.href}
            target="_blank"
            rel="noopener nofollow ugc"
            className="font-medium underline decoration-edge underline-offset-3 hover:decoration-current"
          >
            {piece.text}
          </a>
        ),
      )}
    </p>
  );
}

function DeletePost({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const isOwn = post.author.id === useUser().id;
  const [isConfirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  const remove = useMutation(
    mutationFor(deletePost, {
      successToast: 'Post deleted successfully',
      errorToast: 'Failed to delete post',
      onSuccess() {
        close();
        onDeleted();
      },
      onError: close,
    }),
  );
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Delete this post?"
        text={`${isOwn ? 'Your' : `${post.author.username}'s`} post is deleted for everyone. This cannot be undone.`}
        confirmLabel="Delete post"
        pending={remove.isPending}
        pendingText="Deleting..."
        onConfirm={() => remove.mutate({ params: { id: post.id } })}
      />
    </>
  );
}
