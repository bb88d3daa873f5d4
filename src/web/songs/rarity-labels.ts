import type { Rarity } from '#contract/songs.ts';

export const RARITY_LABELS: Record<Rarity, string> = {
  common: 'Common',
  uncommon: 'Uncommon',
  rare: 'Rare',
  very_rare: 'Very rare',
  debut: 'Debut',
};
