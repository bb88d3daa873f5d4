import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import {
  type FirstAdministratorLink,
  openFirstAdministratorLink,
} from '#contract/first-administrator.ts';
import { FIRST_START, paths } from '#contract/pages.ts';
import { FirstAdministratorForm } from '#web/accounts/first-administrator-form.tsx';
import { FirstRestore } from '#web/backups/first-restore.tsx';
import { useBand } from '#web/band/use-band.ts';
import { call } from '#web/http/call.ts';
import { UNCACHED } from '#web/http/confirm-deletion.tsx';
import { errorMessage, isFinalResponse } from '#web/http/http-error.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { Button } from '#web/ui/button.tsx';

/** Opened from the link that the first start prints. */
export default function FirstAdministratorPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  if (token) return <FirstPage token={token} />;
  return (
    <Frame title="This link is incomplete">
      <p className="text-dim">
        This page needs the whole link, including everything after the #. The server prints it when
        it starts in a terminal, and stores it in first-administrator.txt in its data folder.
      </p>
    </Frame>
  );
}

const POLL_MS = 500;

function FirstPage({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ['first-administrator-link', token],
    queryFn: () => call(openFirstAdministratorLink, { body: { token } }),
    ...UNCACHED,
    // An unreachable server may be busy with the restore.
    retry: (count, error) => !isFinalResponse(error) && count < 3,
    refetchInterval: ({ state }) => state.data?.restore?.state === 'running' && POLL_MS,
  });
  if (isFinalResponse(link.error))
    return (
      <Frame title="This link doesn't work">
        <p className="text-dim">{errorMessage(link.error, 'The link could not be checked.')}</p>
        <Button asChild variant="lamp" className="max-sm:w-full sm:justify-self-start">
          <Link href={paths.login()}>Sign in</Link>
        </Button>
      </Frame>
    );
  return (
    <Loaded query={link} label="Loading the choices" errorMessage="The link could not be checked.">
      {(loadedLink) => (
        <Choices token={token} link={loadedLink} reload={() => void link.refetch()} />
      )}
    </Loaded>
  );
}

type ChoicesProps = { token: string; link: FirstAdministratorLink; reload: () => void };

function Choices({ token, link, reload }: ChoicesProps) {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { siteName, expiryDate } = useSite(link);
  const goTo = (step: 'choices' | 'account' | 'demo' | 'restore') => {
    // A reload needs the token in the URL.
    navigate(`${paths.firstAdministrator()}?step=${step}#${token}`);
    window.scrollTo(0, 0);
  };
  const { restore } = link;
  const hasOnlyRestore = restore?.state === 'running' || restore?.hasAdministrator === true;
  const step = hasOnlyRestore ? 'restore' : (search.get('step') ?? (restore && 'restore'));
  if (step === 'restore')
    return (
      <Frame title="Restore a backup" onBack={hasOnlyRestore ? undefined : () => goTo('choices')}>
        <FirstRestore
          token={token}
          link={link}
          onChange={reload}
          onCreateAdministrator={() => goTo('account')}
        />
      </Frame>
    );
  if (step === 'account' || step === 'demo')
    return (
      <Frame title="Create your account" onBack={() => goTo('choices')}>
        <p className="text-dim">
          You become the administrator of {siteName}. Then the link stops working.
        </p>
        <FirstAdministratorForm
          token={token}
          onCreated={() => {
            const next = step === 'account' ? '&step=band' : '';
            navigate(`${paths.admin({ tab: FIRST_START })}${next}`, { replace: true });
          }}
        />
      </Frame>
    );
  return (
    <Frame title="Your new site">
      <p className="wrap-anywhere text-dim">
        {siteName} has no administrator yet. How do you want to start? This link works until{' '}
        {expiryDate}, or until the site has an administrator.
      </p>
      <ul className="grid gap-4">
        <Choice
          title="Look around"
          text={
            link.hasShows
              ? `See the site with its demo band, as your fans would. You can return to this link until ${expiryDate}.`
              : 'The site is still empty. Create your account, then fill the site with a demo band.'
          }
        >
          {link.hasShows ? (
            <Button asChild className="w-full">
              <Link href={paths.dashboard()}>Look around</Link>
            </Button>
          ) : (
            <Button className="w-full" onClick={() => goTo('demo')}>
              Look around
            </Button>
          )}
        </Choice>
        <Choice
          title="Set up my band"
          text="Create your account, then add the band with its songs and shows."
        >
          <Button variant="lamp" className="w-full" onClick={() => goTo('account')}>
            Set up my band
          </Button>
        </Choice>
        <Choice title="Restore a backup" text="Restore a backup of this site or of another server.">
          <Button className="w-full" onClick={() => goTo('restore')}>
            Restore a backup
          </Button>
        </Choice>
      </ul>
    </Frame>
  );
}

function useSite({ expiresAt }: FirstAdministratorLink) {
  const siteName = useBand()?.productName ?? 'This site';
  const expiryDate = new Date(expiresAt ?? 0).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  });
  return { siteName, expiryDate };
}

function Choice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="grid items-center gap-x-8 gap-y-4 rounded-panel border border-rail bg-stage p-4.5 sm:grid-cols-[1fr_13rem]">
      <div className="grid gap-1.5">
        <h2 className="poster text-poster-md">{title}</h2>
        <p className="text-dim">{text}</p>
      </div>
      {children}
    </li>
  );
}

type FrameProps = { title: string; onBack?: (() => void) | undefined; children: ReactNode };

function Frame({ title, onBack, children }: FrameProps) {
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 sm:pt-6">
      <header className="grid justify-items-start gap-3">
        {onBack && (
          <Button variant="ghost" className="-ml-4" onClick={onBack}>
            ← All choices
          </Button>
        )}
        <Heading key={title}>{title}</Heading>
      </header>
      {children}
    </div>
  );
}

function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className="poster text-poster-xl outline-none">
      {children}
    </h1>
  );
}
