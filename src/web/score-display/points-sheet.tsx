import { POINTS } from '#contract/scoring.ts';
import { Sheet, SheetFooter, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';
import { Stamp, type StampTone } from '#web/ui/stamp.tsx';

export function PointsSheet() {
  return (
    <Sheet aria-labelledby="points-sheet" className="lg:rotate-1">
      <SheetHeader id="points-sheet" title="Your call" subtitle="What each pick is worth" />
      <ol>
        {SAMPLE_PICKS.map(({ title, note, points, tone }, index) => (
          <SheetRow
            key={title}
            number={index + 1}
            className="min-h-16"
            title={title}
            note={note}
            aside={
              <Stamp tone={tone} label={`${points} points`}>
                {points || '–'}
              </Stamp>
            }
          />
        ))}
      </ol>
      <SheetFooter>
        <span className="text-ink-dim">Each pick scores once, at its best value.</span>
      </SheetFooter>
    </Sheet>
  );
}

const SAMPLE_PICKS: { title: string; note: string; points: number; tone: StampTone }[] = [
  {
    title: 'Opener',
    note: 'Your first song is the first they play',
    points: POINTS.Opener,
    tone: 'special',
  },
  {
    title: 'Correct spot',
    note: 'Played in the exact spot you picked',
    points: POINTS['Correct spot'],
    tone: 'exact',
  },
  {
    title: 'Wrong spot',
    note: 'Played, only earlier or later',
    points: POINTS['Wrong spot'],
    tone: 'elsewhere',
  },
  {
    title: 'Not played',
    note: 'It stayed in the songbook',
    points: POINTS['Not played'],
    tone: 'missed',
  },
  {
    title: 'Closer',
    note: 'Your last song ends the set or the night',
    points: POINTS.Closer,
    tone: 'special',
  },
];
