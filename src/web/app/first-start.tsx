import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Band } from '#contract/band.ts';
import { FIRST_START, paths } from '#contract/pages.ts';
import { getSetupFacts, initializeDatabase } from '#contract/setup.ts';
import { listShows } from '#contract/shows.ts';
import { bandQuery } from '#web/band/use-band.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { ImportForm } from '#web/imports/import-form.tsx';
import { BandForm } from '#web/setup/band-form.tsx';
import { EmptyDemo } from '#web/setup/empty-demo.tsx';
import { SendTestEmail, SendTestPush } from '#web/setup/test-messages.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** What the owner of a new site is led through; each step can be left and come back to. */
export function FirstStart() {
  const band = useQuery(bandQuery);
  return (
    <Loaded query={band} label="Loading the band" failed="The band could not be loaded.">
      {(facts) => <Steps band={facts} />}
    </Loaded>
  );
}

const STEPS = ['choose', 'band', 'demo', 'import', 'mail', 'push', 'done'] as const;
type Step = (typeof STEPS)[number];

/** Who only looks around has less to do. */
const AROUND: readonly Step[] = ['choose', 'mail', 'push', 'done'];

function Steps({ band }: { band: Band }) {
  const [search, setSearch] = useSearchParams();
  const step = STEPS.find((one) => one === search.get('step')) ?? 'choose';
  const go = (to: Step) => () => {
    setSearch({ tab: FIRST_START, step: to });
    window.scrollTo(0, 0);
  };
  const isOwn = band.version > 0;
  // A step of one's own band is on the long way, also where its address was opened before there is one.
  const way = isOwn || !AROUND.includes(step) ? STEPS : AROUND;
  const at = way.indexOf(step) + 1;
  const { title, text } = WORDS[step];
  return (
    <div className="grid max-w-3xl gap-8">
      <PageHeader
        title={title}
        subtitle={step === 'choose' ? undefined : `Step ${at} of ${way.length}`}
      />
      <p className="max-w-prose text-dim text-lg">{text}</p>
      {step === 'choose' && <Choose onDemo={go('mail')} onOwn={go('band')} />}
      {step === 'band' && (
        <BandForm
          band={band}
          isFirst={!isOwn}
          submitLabel={isOwn ? 'Save and go on' : 'This is my band'}
          onSaved={go('demo')}
        />
      )}
      {step === 'demo' && (
        <Onward onNext={go('import')} next="Go on">
          <EmptyDemo onGone={go('import')} />
        </Onward>
      )}
      {step === 'import' && (
        <Onward onNext={go('mail')} next="Go on">
          <Panel title="Import a history">
            <ImportForm band={band} />
          </Panel>
          <OtherWays />
        </Onward>
      )}
      {step === 'mail' && (
        <Onward onNext={go('push')} next="Go on">
          <SendTestEmail />
        </Onward>
      )}
      {step === 'push' && (
        <Onward onNext={go('done')} next="Go on">
          <SendTestPush />
        </Onward>
      )}
      {step === 'done' && <Done />}
    </div>
  );
}

const WORDS: Record<Step, { title: string; text: string }> = {
  choose: {
    title: 'Whose site is it?',
    text: 'You run this place now. Look around first with a band that does not exist, or make it the site of yours. What you choose can be changed later, in the Setup tab.',
  },
  band: {
    title: 'Your band',
    text: 'Every page says it as soon as you save: the name, the links, the color, and when shows usually start.',
  },
  demo: {
    title: 'Make room',
    text: 'The shows and songs that are here belong to the demo band. They go in one step, after you have seen how many; until then your fans see both.',
  },
  import: {
    title: 'Songs and shows',
    text: 'A fan wants the true songs, and the dates to come. Take them from an archive, bring files of your own, or type the next few dates.',
  },
  mail: {
    title: 'Mail',
    text: 'Whoever forgets a password is mailed a link. Without mail the link goes into the log of the server, for you to hand on.',
  },
  push: {
    title: 'Notices',
    text: 'Fans can have their points, and a word before predictions lock, shown on their own devices. Let this one show you how that looks; what it is told of is chosen in your settings.',
  },
  done: {
    title: 'Ready',
    text: 'The first show that is open can be predicted until an hour before it starts. Tell somebody.',
  },
};

type ChooseProps = { onDemo: () => void; onOwn: () => void };

function Choose({ onDemo, onOwn }: ChooseProps) {
  const shows = useQuery(queryFor(listShows));
  const facts = useQuery(queryFor(getSetupFacts));
  const fill = useMutation(
    mutationFor(initializeDatabase, {
      failed: 'Failed to initialize database',
      onSuccess: onDemo,
    }),
  );
  const packBand = facts.data?.packBand ?? 'the demo band';
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      <Choice
        title="Look around"
        text={`With ${packBand}: songs, setlists of past tours, and shows to predict.`}
      >
        <Button
          className="max-sm:w-full"
          pending={fill.isPending}
          pendingText="Initializing..."
          // On a PostgreSQL of one's own nothing has been filled in yet.
          onClick={() => (shows.data?.length === 0 ? fill.mutate({}) : onDemo())}
        >
          Look around with the demo band
        </Button>
      </Choice>
      <Choice title="My band" text="Its name, its songs and its dates, within the hour.">
        <Button variant="lamp" className="max-sm:w-full" onClick={onOwn}>
          My band
        </Button>
      </Choice>
    </ul>
  );
}

function Choice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="grid content-between gap-5 rounded-panel border border-rail bg-stage p-4.5">
      <div className="grid gap-2">
        <h2 className="poster text-poster-md">{title}</h2>
        <p className="text-dim">{text}</p>
      </div>
      {children}
    </li>
  );
}

type OnwardProps = { onNext: () => void; next: string; children: ReactNode };

/** A step's own matter, and the way on, which is open whatever became of it. */
function Onward({ onNext, next, children }: OnwardProps) {
  return (
    <div className="grid gap-8">
      {children}
      <Button variant="lamp" className="justify-self-start max-sm:w-full" onClick={onNext}>
        {next}
      </Button>
    </div>
  );
}

function OtherWays() {
  return (
    <ul className="grid gap-6">
      <Way title="By hand">
        <p>
          A few shows and songs are quickly typed, in the tabs{' '}
          <Link href={paths.admin({ tab: 'shows' })} className={LINK}>
            Shows
          </Link>{' '}
          and{' '}
          <Link href={paths.admin({ tab: 'songs' })} className={LINK}>
            Songs
          </Link>
          .
        </p>
      </Way>
      <Way title="From files">
        <p>
          Tables of songs, shows and setlists, as <code>docs/band-packs.md</code> has them. In a
          clone, with the server ended; <code>docs/operating.md</code> has the same for containers
          and systemd:
        </p>
        <Command>npm run pack -- new NAME</Command>
        <Command>npm run pack -- check bands/NAME</Command>
        <Command>BAND_PACK=bands/NAME npm run setup</Command>
      </Way>
    </ul>
  );
}

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-text underline decoration-edge underline-offset-4 hover:decoration-current';

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="grid gap-2 border-rail border-t pt-4 text-dim">
      <h2 className="font-semibold text-text">{title}</h2>
      {children}
    </li>
  );
}

function Command({ children }: { children: string }) {
  return (
    <pre className="overflow-x-auto rounded-control bg-well px-3.5 py-2.5 text-sm text-text">
      <code>{children}</code>
    </pre>
  );
}

function Done() {
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild variant="lamp" className="max-sm:w-full">
        <Link href={paths.dashboard()}>To the dashboard</Link>
      </Button>
      <Button asChild className="max-sm:w-full">
        <Link href={paths.admin({ tab: 'shows' })}>Add a show</Link>
      </Button>
    </div>
  );
}
