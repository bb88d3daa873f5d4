/** The features of songs before a night, and whether they were played. */
export interface Examples {
  count: number;
  width: number;
  /** `count` rows of `width` numbers. */
  facts: Float32Array;
  played: Uint8Array;
  weight: Float32Array;
}

export function joinExamples(parts: readonly { examples: Examples; fade: number }[]): Examples {
  const count = parts.reduce((sum, { examples }) => sum + examples.count, 0);
  const width = parts[0]?.examples.width ?? 0;
  const facts = new Float32Array(count * width);
  const played = new Uint8Array(count);
  const weight = new Float32Array(count);
  let offset = 0;
  for (const { examples, fade } of parts) {
    facts.set(examples.facts, offset * width);
    played.set(examples.played, offset);
    weight.set(
      examples.weight.map((value) => value * fade),
      offset,
    );
    offset += examples.count;
  }
  return { count, width, facts, played, weight };
}

export function chanceOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
