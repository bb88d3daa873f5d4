import type { ReactNode } from 'react';
import { PageHeader } from '#web/ui/page-header.tsx';

/** A page to be read: a title and sections in one narrow column. */
export function Prose(props: { title: string; subtitle?: ReactNode; children: ReactNode }) {
  return (
    <article className="grid max-w-2xl gap-11">
      <PageHeader title={props.title} subtitle={props.subtitle} />
      {props.children}
    </article>
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

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className={`${PROSE_LINK} wrap-anywhere`}>
      {address}
    </a>
  );
}

export const PROSE_LINK =
  'inline-block py-1 font-semibold underline decoration-edge underline-offset-4 hover:decoration-current';
