import { RARITY_LABELS, type Rarity } from '#contract/songs.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

export function RarityBadge({ rarity }: { rarity: Rarity }) {
  return <Badge tone={TONES[rarity]}>{RARITY_LABELS[rarity]}</Badge>;
}

const TONES: Partial<Record<Rarity, BadgeTone>> = {
  rare: 'elsewhere',
  very_rare: 'elsewhere',
  debut: 'exact',
};
