import { Link } from 'wouter';
import { PAGES, paths } from '#contract/pages.ts';
import { classes } from '#web/ui/class-names.ts';

export function RulesLink({ className }: { className?: string }) {
  return (
    <Link
      href={paths.rules()}
      className={classes(
        'inline-flex min-h-11 items-center justify-self-start rounded-md text-dim text-sm underline decoration-edge underline-offset-4 hover:text-text',
        className,
      )}
    >
      {PAGES.rules.title}
    </Link>
  );
}
