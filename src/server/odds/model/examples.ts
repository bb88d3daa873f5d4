/** Rows to learn from: what was known of a song before a night, and whether it was played there. */
export interface Examples {
  count: number;
  width: number;
  /** `count` rows of `width` numbers. */
  facts: Float32Array;
  played: Uint8Array;
  /** How much each row counts. */
  weight: Float32Array;
}

/** All rows in one, each counting `fade` times what it did. */
export function joinExamples(parts: readonly { examples: Examples; fade: number }[]): Examples {
  const count = parts.reduce((sum, { examples }) => sum + examples.count, 0);
  const width = parts[0]?.examples.width ?? 0;
  const facts = new Float32Array(count * width);
  const played = new Uint8Array(count);
  const weight = new Float32Array(count);
  let at = 0;
  for (const { examples, fade } of parts) {
    facts.set(examples.facts, at * width);
    played.set(examples.played, at);
    weight.set(
      examples.weight.map((one) => one * fade),
      at,
    );
    at += examples.count;
  }
  return { count, width, facts, played, weight };
}

export function chanceOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
