import type { ReactNode } from 'react';
import { ACHIEVEMENTS } from '#contract/achievements.ts';
import { MIN_CROWD } from '#contract/crowd.ts';
import { HOUR } from '#contract/durations.ts';
import { PAGES } from '#contract/pages.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { computeRarity, MAX_RARITY, MIN_RARITY_SHEETS } from '#contract/rarity.ts';
import { PROVISIONAL_MS } from '#contract/receipts.ts';
import { PREDICTION_CUTOFF_MS } from '#contract/show-lock.ts';
import { OutcomeTable } from './outcome-table.tsx';
import { Prose, ProseSection } from './prose.tsx';

export default function RulesPage() {
  return (
    <Prose title={PAGES.rules.title} subtitle="Every pick earns its best outcome, once.">
      <OutcomeTable />
      <RuleSection
        title="Positions"
        rules={[
          'Positions count every song of the setlist, from the first to the last, across sets and encores.',
          'The last song of the main set and the last song of the encore can both be closers.',
          'If a song is played twice, it is in the correct spot at either position.',
          'A prediction with a single song can earn Opener or Closer, not both.',
          'If a song is deleted from the song list, your other picks keep their positions.',
        ]}
      />
      <RuleSection
        title="Your prediction"
        rules={[
          `You have one prediction for each show, with 1 to ${MAX_PICKS} songs. You can change it until predictions lock.`,
          `Predictions lock ${formatHours(PREDICTION_CUTOFF_MS)} before the show starts, unless the show has a custom lock time. They also lock when the show goes live.`,
          'Until predictions lock, only you can see your prediction. After that, all predictions are revealed to signed-in fans.',
          'If a show is reopened after that, its predictions are either frozen, or discarded so that everyone starts over.',
          'If you keep your sheets private in the settings, other fans see only your points and rank.',
          `The crowd's counts include private sheets. They are shown for shows with at least ${MIN_CROWD} predictions.`,
        ]}
      />
      <SetlistSection />
      <RuleSection
        title="Points"
        rules={[
          'During a show, the standings follow every song. These points are not final.',
          'When the show is closed, its points are calculated and added to your totals.',
          `Points are provisional for ${formatHours(PROVISIONAL_MS)} after the show is closed, while the setlist is checked. Then they are final.`,
          'A mistake in the setlist can be corrected even later. All points of the show are then recalculated, and your results list each correction that changed your points.',
          'A postponed show keeps its predictions for the new date. A cancelled show counts for no one.',
        ]}
      />
      <RuleSection
        title="Ranks and ties"
        rules={[
          'Fans with equal points share a rank, and the ranks after it are skipped: 1, 2, 2, 4. Fans with the same rank get the same medal. Only fans with points get a medal.',
          'Within a rank, a show lists the earlier submission first. The global board lists by username.',
          'A night is won by the fans with the most points, if they have any.',
          'The board of a tour or a year counts only the shows of that tour or year. The ranking by average includes only fans who predicted at least a third of them.',
          'The house players have no rank and no medals.',
        ]}
      />
      <RuleSection
        title="Rarity"
        rules={[
          `A closed show with at least ${MIN_RARITY_SHEETS} predictions also ranks its fans by rarity. Rarity doesn't change points or ranks elsewhere.`,
          `A correct call adds ${computeRarity(2, 1)} if half of the predictions have the song, and ${computeRarity(4, 1) - computeRarity(2, 1)} more each time that share halves, up to ${MAX_RARITY}.`,
          'A song that is in every prediction adds nothing. A song counts anywhere in the setlist.',
        ]}
      />
      <RuleSection
        title="Leagues"
        rules={[
          'Your prediction counts in all of your leagues.',
          "Everyone's points count from the league's first show, even if they join later. A show without a prediction counts as 0 points.",
          'Equal totals are ranked by nights won, then songs in the correct spot, then songs played.',
          'In a league, a night is won by the members with the most points.',
        ]}
      />
      <ProseSection title="Achievements">
        <p className="text-dim">
          They count the shows you have points for, in the order of their dates. A correction can
          add or remove one.
        </p>
        <Definitions
          entries={Object.values(ACHIEVEMENTS).map(({ name, rule }) => ({
            term: name,
            text: rule,
          }))}
        />
      </ProseSection>
    </Prose>
  );
}

function RuleSection({ title, rules }: { title: string; rules: readonly string[] }) {
  return (
    <ProseSection title={title}>
      <ul className="grid list-disc gap-2 pl-5 marker:text-dim">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </ProseSection>
  );
}

function SetlistSection() {
  return (
    <ProseSection title="What counts as a song">
      <p className="text-dim">Each row of the setlist counts as one song.</p>
      <Definitions
        entries={[
          {
            term: 'Tease or jam',
            text: 'Not a row. It is noted with the song that it was played in.',
          },
          {
            term: 'Sandwich',
            text: 'A song that the band leaves and later resumes is two rows.',
          },
          {
            term: 'Reprise',
            text: 'A separate song if the song list has it. Otherwise, it is another row of the same song.',
          },
          { term: 'Unfinished song', text: 'Counts as a complete song.' },
          { term: 'Music from tape', text: "Doesn't count." },
        ]}
      />
    </ProseSection>
  );
}

function Definitions({ entries }: { entries: readonly { term: string; text: ReactNode }[] }) {
  return (
    <dl className="grid">
      {entries.map(({ term, text }) => (
        <div
          key={term}
          className="grid gap-x-6 border-rail border-t py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="font-semibold">{term}</dt>
          <dd className="text-dim">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function formatHours(ms: number): string {
  const hours = ms / HOUR;
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}
