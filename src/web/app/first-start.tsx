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
import { OtherImportOptions } from './other-import-options.tsx';

export function FirstStart() {
  const band = useQuery(bandQuery);
  return (
    <Loaded query={band} label="Loading the band" errorMessage="The band could not be loaded.">
      {(loadedBand) => <Steps band={loadedBand} />}
    </Loaded>
  );
}

const STEPS = ['choose', 'band', 'demo', 'import', 'mail', 'push', 'done'] as const;
type Step = (typeof STEPS)[number];

const DEMO_STEPS: readonly Step[] = ['choose', 'mail', 'push', 'done'];

function Steps({ band }: { band: Band }) {
  const [search, setSearch] = useSearchParams();
  const step = STEPS.find((name) => name === search.get('step')) ?? 'choose';
  const goTo = (nextStep: Step) => () => {
    setSearch({ tab: FIRST_START, step: nextStep });
    window.scrollTo(0, 0);
  };
  const hasOwnBand = band.version > 0;
  const steps = hasOwnBand || !DEMO_STEPS.includes(step) ? STEPS : DEMO_STEPS;
  const stepNumber = steps.indexOf(step) + 1;
  const { title, text } = STEP_CONTENT[step];
  return (
    <div className="grid max-w-3xl gap-8">
      <PageHeader
        title={title}
        subtitle={step === 'choose' ? undefined : `Step ${stepNumber} of ${steps.length}`}
      />
      <p className="max-w-prose text-dim text-lg">{text}</p>
      {step === 'choose' && <Choose onDemo={goTo('mail')} onOwn={goTo('band')} />}
      {step === 'band' && (
        <BandForm
          band={band}
          isFirstStart={!hasOwnBand}
          submitLabel={hasOwnBand ? 'Save and continue' : 'This is my band'}
          onSaved={goTo('demo')}
        />
      )}
      {step === 'demo' && (
        <StepBody onNext={goTo('import')} next="Continue">
          <EmptyDemo onRemoved={goTo('import')} />
        </StepBody>
      )}
      {step === 'import' && (
        <StepBody onNext={goTo('mail')} next="Continue">
          <Panel title="Import past shows">
            <ImportForm band={band} />
          </Panel>
          <OtherImportOptions />
        </StepBody>
      )}
      {step === 'mail' && (
        <StepBody onNext={goTo('push')} next="Continue">
          <SendTestEmail />
        </StepBody>
      )}
      {step === 'push' && (
        <StepBody onNext={goTo('done')} next="Continue">
          <SendTestPush />
        </StepBody>
      )}
      {step === 'done' && <Done />}
    </div>
  );
}

const STEP_CONTENT: Record<Step, { title: string; text: string }> = {
  choose: {
    title: 'Set up your site',
    text: "You're the administrator. Look around with a demo band first, or set up your own band. You can change this later in the Setup tab.",
  },
  band: {
    title: 'Your band',
    text: 'Set the name, the links, the color and the default start time. Every page shows them as soon as you save.',
  },
  demo: {
    title: 'Remove the demo',
    text: 'The current shows and songs belong to the demo band. You can see how many there are before you remove them. Until then, your fans see them next to yours.',
  },
  import: {
    title: 'Songs and shows',
    text: 'Your fans need the real songs and the upcoming dates. Import them from an archive, use a spreadsheet, or enter the next few dates by hand.',
  },
  mail: {
    title: 'Email',
    text: "Anyone who forgets their password gets a link by email. If email isn't set up, the link is written to the server's log for you to pass on.",
  },
  push: {
    title: 'Notifications',
    text: 'Fans can get their points, and a reminder before predictions lock, as notifications. Try it on this device. Choose which ones you get in your settings.',
  },
  done: {
    title: "You're all set",
    text: 'Fans can predict the first open show until an hour before it starts. Spread the word.',
  },
};

type ChooseProps = { onDemo: () => void; onOwn: () => void };

function Choose({ onDemo, onOwn }: ChooseProps) {
  const shows = useQuery(queryFor(listShows));
  const setup = useQuery(queryFor(getSetupFacts));
  const initialize = useMutation(
    mutationFor(initializeDatabase, {
      errorToast: 'Failed to initialize database',
      onSuccess: onDemo,
    }),
  );
  const packBand = setup.data?.packBand ?? 'the demo band';
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      <Choice
        title="Look around"
        text={`With ${packBand}: songs, setlists of past tours, and shows to predict.`}
      >
        <Button
          className="max-sm:w-full"
          pending={initialize.isPending}
          pendingText="Initializing..."
          // An external PostgreSQL starts empty.
          onClick={() => (shows.data?.length === 0 ? initialize.mutate({}) : onDemo())}
        >
          Look around with the demo band
        </Button>
      </Choice>
      <Choice title="My band" text="Your band's name, songs and dates, in under an hour.">
        <Button variant="lamp" className="max-sm:w-full" onClick={onOwn}>
          Set up my band
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

type StepBodyProps = { onNext: () => void; next: string; children: ReactNode };

function StepBody({ onNext, next, children }: StepBodyProps) {
  return (
    <div className="grid gap-8">
      {children}
      <Button variant="lamp" className="justify-self-start max-sm:w-full" onClick={onNext}>
        {next}
      </Button>
    </div>
  );
}

function Done() {
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild variant="lamp" className="max-sm:w-full">
        <Link href={paths.dashboard()}>Go to the dashboard</Link>
      </Button>
      <Button asChild className="max-sm:w-full">
        <Link href={paths.admin({ tab: 'shows' })}>Add a show</Link>
      </Button>
    </div>
  );
}
