import { MAX_PICKS } from '#contract/predictions.ts';
import { PointsSheet } from '#web/score-display/points-sheet.tsx';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { ScoringStamps } from '#web/score-display/scoring-stamps.tsx';
import { MailLink, Prose, ProseSection, WithBand } from './prose.tsx';

export default function AboutPage() {
  return (
    <WithBand>
      {(band) => (
        <Prose
          title={`About ${band.productName}`}
          subtitle={band.gameTagline}
          aside={<PointsSheet />}
        >
          <ProseSection title="Our mission">
            <p>
              Everybody at the rail has a theory about tonight. {band.productName} is the place to
              write it down before the lights go out, so the {band.bandName} fan who calls the
              opener gets to prove it in the morning.
            </p>
          </ProseSection>
          <ProseSection title="How it works">
            <ol className="grid gap-5 pt-2">
              {STEPS.map(({ title, text, showsStamps }, index) => (
                <li key={title} className="grid grid-cols-[2.25rem_1fr] gap-x-4">
                  <span aria-hidden className="poster text-poster-lg text-dim leading-[0.9]">
                    {index + 1}
                  </span>
                  <div className="grid gap-1">
                    <h3 className="font-semibold">{title}</h3>
                    <p className="text-dim">{text}</p>
                    {showsStamps && (
                      <>
                        <ScoringStamps className="grid gap-2.5 pt-2 text-base" />
                        <RulesLink />
                      </>
                    )}
                  </div>
                </li>
              ))}
            </ol>
          </ProseSection>
          <ProseSection title="Community">
            <p>
              This is made by fans for fans, and the forums, the boards and the arguments are
              theirs. Be as sure of your picks as you like; be kind about everybody else's.
            </p>
          </ProseSection>
          <ProseSection title="Donation support">
            <p>
              The game is free. Donations toward what it costs to run are{' '}
              <strong>Coming Soon</strong>; until then, questions about them go to{' '}
              <MailLink email={band.donationEmail ?? band.contactEmail} />.
            </p>
          </ProseSection>
          <ProseSection title="Disclaimer">
            <p className="text-dim">
              {band.productName} is an independent fan site. It is not affiliated with, endorsed by
              or sponsored by {band.bandName}, its management or its label.
            </p>
          </ProseSection>
        </Prose>
      )}
    </WithBand>
  );
}

const STEPS: { title: string; text: string; showsStamps?: boolean }[] = [
  {
    title: 'Make a prediction',
    text: `Pick an upcoming show and put up to ${MAX_PICKS} songs in the order you expect them. You can change it until predictions lock, usually an hour before the show.`,
  },
  {
    title: 'Watch the show',
    text: 'The setlist is filled in song by song while the band plays, whether you are in the room or on the couch.',
  },
  {
    title: 'Earn points',
    text: 'Every pick the band plays is stamped with what it is worth.',
    showsStamps: true,
  },
  {
    title: 'Climb the leaderboard',
    text: 'Each show has its winner, and the global board keeps count of the whole tour.',
  },
];
