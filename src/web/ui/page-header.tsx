import type { ReactNode } from 'react';
import { Link } from 'wouter';

type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
};

export function PageHeader({ title, subtitle, lead, aside }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start gap-x-5 sm:items-center sm:gap-x-6 gap-y-4">
      {lead}
      <div className="min-w-0 flex-1 basis-52">
        <h1 className="poster text-poster-xl">{title}</h1>
        {subtitle && <div className="mt-2 text-dim">{subtitle}</div>}
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
