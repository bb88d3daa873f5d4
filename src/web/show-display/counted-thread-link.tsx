import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { getThread } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { queryFor } from '#web/http/query-for.ts';
import '#web/realtime/new-posts.ts';
import { Button } from '#web/ui/button.tsx';
import { MessagesSquare } from '#web/ui/icons.ts';

type CountedThreadLinkProps = { show: { id: string; name: string }; isCompact: boolean };

/** With the number of posts, which events keep current without a request. */
export function CountedThreadLink({ show, isCompact }: CountedThreadLinkProps) {
  const thread = useQuery(queryFor(getThread, { params: { id: show.id } }));
  const count = thread.data?.replyCount ?? 0;
  const posts = count === 1 ? '1 post' : `${count.toLocaleString('en-US')} posts`;
  return (
    <Button asChild size="sm" variant={isCompact ? 'ghost' : 'quiet'}>
      <Link href={paths.thread({ id: show.id })} aria-label={`Talk: ${show.name}, ${posts}`}>
        <MessagesSquare aria-hidden />
        {!isCompact && 'Talk'}
        {count > 0 && <span className="tabular-nums">{count > 999 ? '999+' : count}</span>}
      </Link>
    </Button>
  );
}
