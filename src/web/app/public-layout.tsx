import { type ReactNode, use } from 'react';
import { Link, useLocation } from 'wouter';
import { PAGES, paths } from '#contract/pages.ts';
import { useBand } from '#web/band/use-band.ts';
import { UserContext } from '#web/session/use-user.ts';
import { ThemeSwitch } from '#web/theme/theme-switch.tsx';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { PAGE_ID, SkipLink } from './page-slot.tsx';

export function PublicLayout({ children }: { children: ReactNode }) {
  const band = useBand();
  const [pathname] = useLocation();
  const isVisitor = use(UserContext) === null;
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
      <SkipLink />
      <header className="flex items-center justify-between gap-3 py-4 sm:py-6">
        <Link
          href={paths.landing()}
          className="min-w-0 truncate rounded-md py-1.5"
          aria-label={band && `${band.productName} home`}
        >
          {band ? (
            <BrandMark name={band.productName} size="header" />
          ) : (
            <Skeleton className="h-6 w-24 sm:h-9 sm:w-36" />
          )}
        </Link>
        {isVisitor && pathname === paths.landing() && (
          <Button asChild size="sm">
            <Link href={paths.login()}>Sign In</Link>
          </Button>
        )}
        {isVisitor && !PATHS_WITH_SIGN_UP_LINKS.test(pathname) && <SignUpLinks size="sm" />}
      </header>
      <main id={PAGE_ID} className="flex-1 pt-4 pb-16 sm:pt-8">
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}

const PATHS_WITH_SIGN_UP_LINKS = /^\/((predict|join|login|signup|first-administrator)\/?)?$/i;

function PublicFooter() {
  const band = useBand();
  return (
    <footer className="flex flex-wrap items-start justify-between gap-x-12 gap-y-6 border-rail border-t py-8 text-dim text-sm">
      <p className="max-w-md min-h-10 text-balance">
        {band &&
          `${band.productName} is an independent fan site. It is not affiliated with ${band.bandName}.`}
      </p>
      <nav aria-label="Footer" className="flex flex-wrap gap-x-4 sm:gap-x-6">
        <Link href={paths.about()} className={LINK}>
          About
        </Link>
        <Link href={paths.rules()} className={LINK}>
          {PAGES.rules.title}
        </Link>
        <Link href={paths.contact()} className={LINK}>
          Contact
        </Link>
        {band?.socialLinks.map(({ network, label, url }) => (
          <a key={url} href={url} target="_blank" rel="noreferrer" title={label} className={LINK}>
            {network}
          </a>
        ))}
      </nav>
      <ThemeSwitch compact />
    </footer>
  );
}

const LINK = 'inline-flex min-h-11 items-center underline-offset-4 hover:text-text hover:underline';

type SignUpLinksProps = {
  size: 'sm' | 'lg';
  variant?: ButtonVariant;
};

export function SignUpLinks({ size, variant = 'lamp' }: SignUpLinksProps) {
  return (
    <div
      className={classes(
        size === 'sm' ? 'flex shrink-0 gap-2' : 'grid grid-cols-[auto_auto] gap-3 sm:flex',
      )}
    >
      <Button asChild variant={variant} size={size}>
        <Link href={paths.signup()}>Start Playing</Link>
      </Button>
      <Button asChild size={size}>
        <Link href={paths.login()}>Sign In</Link>
      </Button>
    </div>
  );
}
