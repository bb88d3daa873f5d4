import { Lock } from 'lucide-react';
import { Link } from 'wouter';
import type { ThreadItem } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { TimeAgo } from './time-ago.tsx';

/** A thread in the list; the whole row leads to it. */
export function ThreadRow({ thread }: { thread: ThreadItem }) {
  const { id, title, category, author, isLocked, replyCount, lastActivityAt } = thread;
  return (
    <li className="border-rail border-b last:border-b-0">
      <Link
        href={paths.thread({ id })}
        className="-mx-3 grid min-h-17 grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control px-3 py-3 transition-colors duration-100 hover:bg-text/5 sm:gap-x-4"
      >
        <Avatar name={author.username} />
        <span className="grid gap-0.5">
          <span className="wrap-anywhere line-clamp-3 font-semibold text-lg leading-snug">
            <bdi>{title}</bdi>
            {isLocked && (
              <>
                {' '}
                <Lock aria-hidden className="inline size-4 align-[-0.1em] text-dim" />
                <VisuallyHidden>Locked</VisuallyHidden>
              </>
            )}
          </span>
          <span className="wrap-anywhere text-dim text-sm">
            <bdi>{author.username}</bdi> · {category} · <TimeAgo at={lastActivityAt} />
          </span>
        </span>{' '}
        <span className="text-right">
          <span className="poster block text-poster-sm tabular-nums">{replyCount} </span>
          <span className="text-dim text-sm">{replyCount === 1 ? 'reply' : 'replies'}</span>
        </span>
      </Link>
    </li>
  );
}
