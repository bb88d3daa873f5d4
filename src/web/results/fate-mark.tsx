import { ArrowLeftRight, Check, Minus } from 'lucide-react';
import type { Fate } from '#web/score-display/side-by-side-rows.ts';
import { classes } from '#web/ui/class-names.ts';

/** The form that goes with a fate's colour: a tick, two arrows, a dash in dashes. */
export function FateMark({ fate }: { fate: Fate }) {
  const { Icon, look } = MARKS[fate];
  return (
    <span
      aria-hidden
      className={classes(
        'grid size-5.5 shrink-0 place-content-center rounded-full border-[1.5px] border-current',
        look,
      )}
    >
      <Icon strokeWidth={3} className="size-3" />
    </span>
  );
}

const MARKS = {
  exact: { Icon: Check, look: 'text-exact-on-hall' },
  elsewhere: { Icon: ArrowLeftRight, look: 'text-elsewhere-on-hall' },
  missed: { Icon: Minus, look: 'border-dashed text-missed-on-hall' },
};
