import { POINTS } from '#contract/scoring.ts';
import { Badge } from '#web/ui/badge.tsx';

type PickTitleProps = {
  title: string;
  /** Zero-based. */
  index: number;
  count: number;
};

export function PickTitle({ title, index, count }: PickTitleProps) {
  const role = findRole(index, count);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {title}
      {role && (
        <Badge tone="special" className="font-body">
          {role} {POINTS.Opener}
        </Badge>
      )}
    </span>
  );
}

function findRole(index: number, count: number): string | null {
  if (count === 1) return 'opener or closer';
  if (index === 0) return 'opener';
  return index === count - 1 ? 'closer' : null;
}
