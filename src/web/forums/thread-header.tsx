import type { Thread } from '#contract/forums.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/class-names.ts';
import { ThreadMenu } from './thread-menu.tsx';
import { TimeAgo } from './time-ago.tsx';

/** What the thread is, and what may be done to the whole of it. */
export function ThreadHeader({ thread }: { thread: Thread }) {
  const { title, category, author, createdAt, replyCount, isPinned, isLocked } = thread;
  return (
    <header className="flex items-start gap-4">
      <div className="grid min-w-0 flex-1 gap-2">
        <h1
          className={classes(
            'poster wrap-anywhere',
            title.length > LONG_TITLE ? 'text-poster-md' : 'text-poster-lg',
          )}
        >
          <bdi>{title}</bdi>
        </h1>
        <p className="wrap-anywhere text-dim">
          {category} · started by <bdi>{author.username}</bdi> <TimeAgo at={createdAt} /> ·{' '}
          {replyCount} {replyCount === 1 ? 'reply' : 'replies'}
        </p>
        {(isPinned === 1 || isLocked) && (
          <p className="flex flex-wrap gap-2">
            {isPinned === 1 && <Badge>Pinned</Badge>}
            {isLocked && <Badge>Locked</Badge>}
          </p>
        )}
      </div>
      <ThreadMenu thread={thread} />
    </header>
  );
}

/** From here on, in characters, a title in the large face would fill a phone. */
const LONG_TITLE = 60;
