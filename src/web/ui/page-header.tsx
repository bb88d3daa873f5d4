import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './class-names.ts';

type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
};

export function PageHeader({ title, subtitle, lead, aside }: PageHeaderProps) {
  const hasLead = Boolean(lead);
  return (
    <header
      className={classes(
        'flex flex-wrap gap-x-5 gap-y-4 sm:items-center sm:gap-x-6',
        hasLead ? 'items-center' : 'items-start',
      )}
    >
      {lead}
      {/* Next to a lead, a phone's subtitle would be a narrow column. */}
      <div className={classes('min-w-0 flex-1 basis-52', hasLead && 'max-sm:contents')}>
        <h1 className={classes('poster text-poster-xl', hasLead && 'max-sm:min-w-0 max-sm:flex-1')}>
          {title}
        </h1>
        {subtitle && (
          <div className={classes('text-dim sm:mt-2', hasLead ? 'max-sm:w-full' : 'mt-2')}>
            {subtitle}
          </div>
        )}
      </div>
      {aside && <div className="max-w-full shrink-0">{aside}</div>}
    </header>
  );
}

export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-11 items-center justify-self-start rounded-md font-semibold text-dim hover:text-text"
    >
      ← {label}
    </Link>
  );
}
