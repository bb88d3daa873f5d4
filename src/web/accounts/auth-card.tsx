import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { safeNext } from '#web/session/next-path.ts';

type AuthCardProps = { title: string; intro: ReactNode; children: ReactNode; footer?: ReactNode };

/** The page that a visitor was sent here from, and goes on to; '/' for whoever came by themselves. */
export function useNextPath(): string {
  return safeNext(new URLSearchParams(useSearch()).get('next'));
}

/** Why a visitor who asked for another page finds themselves here; `how` gets them on to it. */
export function SentHere({ how }: { how: string }) {
  return (
    <strong className="font-semibold text-text">
      The page you asked for is for signed-in fans. {how}, and you go straight on to it.
    </strong>
  );
}

/** The narrow column that signing in and up share. */
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

/** A link inside running text. */
export const TEXT_LINK =
  'font-semibold text-text underline decoration-edge underline-offset-4 hover:decoration-current';
