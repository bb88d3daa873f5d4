import { POINTS } from '#contract/scoring.ts';
import { Sheet, SheetFooter, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';
import { Stamp, type StampTone } from '#web/ui/stamp.tsx';

export function PointsSheet() {
  return (
    <Sheet aria-labelledby="points-sheet" className="lg:rotate-1">
      <SheetHeader id="points-sheet" title="Your call" subtitle="What each pick is worth" />
      <ol>
        {SAMPLE_PICKS.map(({ number, title, note, points, tone }) => (
          <SheetRow
            key={title}
            number={number}
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

const SAMPLE_PICKS: {
  number: number;
  title: string;
  note: string;
  points: number;
  tone: StampTone;
}[] = [
  {
    number: 1,
    title: 'Opener',
    note: 'Your first song is the first they play',
    points: POINTS.Opener,
    tone: 'special',
  },
  {
    number: 6,
    title: 'Correct spot',
    note: 'Played in the exact spot you picked',
    points: POINTS['Correct spot'],
    tone: 'exact',
  },
  {
    number: 11,
    title: 'Wrong spot',
    note: 'Played, only earlier or later',
    points: POINTS['Wrong spot'],
    tone: 'elsewhere',
  },
  {
    number: 15,
    title: 'Not played',
    note: 'It stayed in the songbook',
    points: POINTS['Not played'],
    tone: 'missed',
  },
  {
    number: 22,
    title: 'Closer',
    note: 'Your last song ends the set or the night',
    points: POINTS.Closer,
    tone: 'special',
  },
];
