export const RANK_LABELS: Record<number, string> = {
  1: 'Champion',
  2: 'Runner-up',
  3: 'Third Place',
};
