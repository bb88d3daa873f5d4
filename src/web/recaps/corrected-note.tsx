import { formatCorrectedOn } from '#contract/scorecard.ts';
import { Badge } from '#web/ui/badge.tsx';

export function CorrectedNote({ correctedAt }: { correctedAt: string | null | undefined }) {
  if (!correctedAt) return null;
  return (
    <p className="mt-2">
      <Badge>{formatCorrectedOn(correctedAt)}</Badge>
    </p>
  );
}
