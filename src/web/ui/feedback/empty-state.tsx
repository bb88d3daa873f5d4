import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../button.tsx';

type EmptyStateProps = {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  as?: 'h1' | 'h2' | 'h3' | 'p' | undefined;
};

export function EmptyState({ title, text, action, as: Title = 'p' }: EmptyStateProps) {
  return (
    <div className="spike-marks grid min-h-48 place-content-center justify-items-center gap-2 px-6 py-10 text-center">
      <Title className="poster text-poster-md text-balance">{title}</Title>
      {text && <p className="max-w-md text-balance text-dim">{text}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

type NotFoundProps = { title: string; text: string; href: string; linkText: string };

export function NotFound({ title, text, href, linkText }: NotFoundProps) {
  return (
    <EmptyState
      as="h1"
      title={title}
      text={text}
      action={
        <Button asChild variant="lamp">
          <Link href={href}>{linkText}</Link>
        </Button>
      }
    />
  );
}
