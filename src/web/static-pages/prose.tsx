import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Band } from '#contract/band.ts';
import { bandQuery } from '#web/band/use-band.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

type ProseProps = {
  title: string;
  subtitle?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

export function Prose({ title, subtitle, aside, children }: ProseProps) {
  return (
    <div className="grid items-start gap-x-14 xl:grid-cols-[minmax(0,42rem)_minmax(0,26rem)]">
      <article className="grid max-w-2xl gap-11">
        <PageHeader title={title} subtitle={subtitle} />
        {children}
      </article>
      {aside && <div className="sticky top-6 pt-6 max-xl:hidden">{aside}</div>}
    </div>
  );
}

export function ProseSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 text-lg">
      <h2 className="poster text-poster-md">{title}</h2>
      {children}
    </section>
  );
}

export function MailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className={`${PROSE_LINK} wrap-anywhere`}>
      {email}
    </a>
  );
}

export const PROSE_LINK =
  'inline-block py-1 font-semibold underline decoration-edge underline-offset-4 hover:decoration-current';

export function WithBand({ children }: { children: (band: Band) => ReactNode }) {
  const band = useQuery(bandQuery);
  return (
    <Loaded
      query={band}
      label="Loading the page"
      errorMessage="This page could not be loaded."
      skeleton={
        <span className="grid gap-6">
          <Skeleton className="h-12 w-64" />
          <Skeleton className="h-40 w-full max-w-2xl" />
        </span>
      }
    >
      {children}
    </Loaded>
  );
}
