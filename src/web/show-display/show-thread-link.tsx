import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { Button } from '#web/ui/button.tsx';

type ShowThreadLinkProps = { show: { id: string; name: string } };

export function ShowThreadLink({ show }: ShowThreadLinkProps) {
  return (
    <Button asChild variant="ghost">
      <Link href={paths.thread({ id: show.id })} aria-label={`Talk: ${show.name}`}>
        Talk
      </Link>
    </Button>
  );
}
