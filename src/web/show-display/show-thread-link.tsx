import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';

type ShowThreadLinkProps = { show: { id: string; name: string } } & Pick<
  ButtonProps,
  'size' | 'variant'
>;

export function ShowThreadLink({ show, size, variant = 'ghost' }: ShowThreadLinkProps) {
  return (
    <Button asChild size={size} variant={variant}>
      <Link href={paths.thread({ id: show.id })} aria-label={`Talk: ${show.name}`}>
        Talk
      </Link>
    </Button>
  );
}
