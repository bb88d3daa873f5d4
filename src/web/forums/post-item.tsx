import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { canDeletePost, canWriteIn, type Post, type Thread } from '#contract/forums.ts';
import { useUser } from '#web/session/use-user.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { DeletePost } from './delete-post.tsx';
import { PostForm } from './post-form.tsx';
import { PostText } from './post-text.tsx';
import { TimeAgo } from './time-ago.tsx';

type PostItemProps = {
  thread: Thread;
  post: Post;
  number: number;
  /** It arrived while the page was open. */
  isNew: boolean;
  onDeleted: () => void;
};

/** A post on its panel, with what its reader may do to it. */
export function PostItem({ thread, post, number, isNew, onDeleted }: PostItemProps) {
  const user = useUser();
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const isOwn = post.author.id === user.id;
  const canWrite = canWriteIn(thread, user);

  function stopEditing() {
    setEditing(false);
    // After the next paint, when the button is there again.
    requestAnimationFrame(() => editButton.current?.focus());
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
            <bdi className="wrap-anywhere min-w-0 font-semibold">{post.author.username}</bdi>
            {isOwn && <Badge tone="lamp">You</Badge>}
            <span className="basis-full text-dim text-sm">
              <TimeAgo at={post.createdAt} />
              {post.updatedAt !== post.createdAt && ' · edited'}
            </span>
          </p>
          <span aria-hidden className="poster self-start text-dim text-poster-sm tabular-nums">
            {number}
          </span>
        </header>
        {isEditing ? (
          <PostForm thread={thread} post={post} onDone={stopEditing} onCancel={stopEditing} />
        ) : (
          <PostText text={post.content} />
        )}
        {!isEditing && canWrite && (isOwn || user.isAdmin) && (
          <footer className="-mb-1.5 flex justify-end gap-1 empty:hidden">
            {isOwn && (
              <Button ref={editButton} variant="ghost" size="sm" onClick={() => setEditing(true)}>
                <Pencil aria-hidden />
                Edit
              </Button>
            )}
            {canDeletePost(post, user) && <DeletePost post={post} onDeleted={onDeleted} />}
          </footer>
        )}
      </article>
    </li>
  );
}
