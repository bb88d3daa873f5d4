import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { toSafePath } from '#web/session/next-path.ts';

type AuthCardProps = { title: string; intro: ReactNode; children: ReactNode; footer?: ReactNode };

export function useNextPath(): string {
  return toSafePath(new URLSearchParams(useSearch()).get('next'));
}

export function RedirectNotice({ action }: { action: string }) {
  return (
    <strong className="font-semibold text-text">
      This page is for signed-in fans. {action} to continue.
    </strong>
  );
}

export function AuthCard({ title, intro, children, footer }: AuthCardProps) {
  return (
    <div className="mx-auto grid w-full max-w-md gap-7 sm:pt-6">
      <header className="grid gap-3">
        <h1 className="poster text-poster-xl">{title}</h1>
        <p className="text-dim">{intro}</p>
      </header>
      {children}
      {footer && <p className="border-rail border-t pt-5 text-dim">{footer}</p>}
    </div>
  );
}

export const TEXT_LINK =
  'font-semibold text-text underline decoration-edge underline-offset-4 hover:decoration-current';
