import { Link } from 'wouter';
import type { Band } from '#contract/band.ts';
import { paths } from '#contract/pages.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { useBand } from '#web/band/use-band.ts';
import { PointsSheet } from '#web/score-display/points-sheet.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import type { Icon } from '#web/ui/icon.ts';
import { ArrowUpRight, ChartColumn, ListMusic, MessagesSquare, Stamp } from '#web/ui/icons.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { SignUpLinks } from '../public-layout.tsx';

const NextShowLine = lazyComponent(() => import('./next-show-line.tsx'));

export default function LandingPage() {
  const band = useBand();
  return (
    <div className="grid gap-20 sm:gap-28">
      <FirstScreen band={band} />
      <Features />
      {band && (
        <>
          {band.fanSpotlight.length > 0 && <FanSpotlight entries={band.fanSpotlight} />}
          <OfficialLinks band={band} />
        </>
      )}
      <section aria-labelledby="your-turn" className="grid gap-6 sm:justify-items-start">
        <h2 id="your-turn" className="poster text-poster-lg">
          Your turn to call it
        </h2>
        <SignUpLinks size="lg" />
      </section>
    </div>
  );
}

function FirstScreen({ band }: { band: Band | undefined }) {
  return (
    <section className="grid items-center gap-14 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <div className="grid gap-6">
        <h1 className="poster text-[clamp(3.5rem,1.6rem+8.2vw,7.25rem)] leading-[0.88]">
          Call the set before they play it.
        </h1>
        <p className="mt-3 max-w-lg min-h-20 text-dim text-lg">
          {band &&
            `${band.tagline} Write down up to ${MAX_PICKS} songs for the next ${band.bandName} show, watch them fall one by one, and see who knew.`}
        </p>
        <div className="min-h-11 sm:min-h-6">
          <NextShowLine loadWhen="idle" />
        </div>
        <div className="grid items-center gap-x-6 gap-y-2 sm:flex sm:flex-wrap">
          <Button asChild variant="lamp" size="lg">
            <Link href={paths.predict()}>Make your prediction</Link>
          </Button>
          <p className="text-center text-dim">
            or{' '}
            <Link
              href={paths.signup()}
              className="inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4"
            >
              Start Playing
            </Link>{' '}
            with an account
          </p>
        </div>
      </div>
      <PointsSheet />
    </section>
  );
}

function Features() {
  return (
    <section aria-labelledby="features" className="grid gap-8">
      <h2 id="features" className="poster text-poster-lg">
        One night, one sheet, one winner
      </h2>
      <ul className="grid grid-cols-2 gap-x-5 gap-y-8 sm:gap-x-8 sm:gap-y-10 lg:grid-cols-4 max-[22rem]:grid-cols-1">
        {FEATURES.map(({ title, text, Icon }) => (
          <li key={title} className="grid content-start gap-3 border-text border-t-2 pt-5">
            <Icon aria-hidden className="size-6 text-dim" />
            <h3 className="poster text-poster-sm">{title}</h3>
            <p className="text-dim">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const FEATURES: { title: string; text: string; Icon: Icon }[] = [
  {
    title: 'Predict Setlists',
    text: 'Put the show in order, from the opener to the last encore. Change your mind until predictions lock, usually an hour before the start.',
    Icon: ListMusic,
  },
  {
    title: 'Earn Points',
    text: 'Every song is stamped as it is played, and the standings move while the band is still on stage.',
    Icon: Stamp,
  },
  {
    title: 'Join Community',
    text: 'Argue about tonight, last night and that one version with people who were there.',
    Icon: MessagesSquare,
  },
  {
    title: 'Track Stats',
    text: 'See how your calls have held up, and what the band has been playing lately.',
    Icon: ChartColumn,
  },
];

function FanSpotlight({ entries }: { entries: Band['fanSpotlight'] }) {
  return (
    <section aria-labelledby="fan-spotlight" className="grid gap-6">
      <h2 id="fan-spotlight" className="poster text-poster-lg">
        Fan Spotlight
      </h2>
      <ul className="grid">
        {entries.map(({ title, text, label, url }) => (
          <li
            key={url}
            className="grid gap-x-10 gap-y-2 border-rail border-t py-6 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_13rem] md:items-baseline"
          >
            <h3 className="poster text-poster-md">{title}</h3>
            <p className="max-w-xl text-dim">{text}</p>
            <LinkOut url={url} label={label} className="md:justify-self-end" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OfficialLinks({ band }: { band: Band }) {
  return (
    <section aria-labelledby="official-links" className="grid gap-5">
      <h2 id="official-links" className="poster text-poster-lg">
        Straight from the band
      </h2>
      <ul className="flex flex-wrap gap-x-8 gap-y-1">
        {band.officialLinks.map(({ label, url }) => (
          <li key={url}>
            <LinkOut url={url} label={label} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LinkOut(props: { url: string; label: string; className?: string }) {
  return (
    <a
      href={props.url}
      target="_blank"
      rel="noreferrer"
      className={classes(
        'inline-flex min-h-11 items-center gap-1.5 font-semibold underline decoration-edge underline-offset-4 hover:decoration-current',
        props.className,
      )}
    >
      {props.label}
      <ArrowUpRight aria-hidden className="size-4" />
    </a>
  );
}
