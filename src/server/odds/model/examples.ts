export interface Examples {
  count: number;
  width: number;
  /** `count` rows of `width` numbers. */
  values: Float32Array;
  played: Uint8Array;
  weight: Float32Array;
}

export function joinExamples(batches: readonly { examples: Examples; decay: number }[]): Examples {
  const count = batches.reduce((sum, { examples }) => sum + examples.count, 0);
  const width = batches[0]?.examples.width ?? 0;
  const values = new Float32Array(count * width);
  const played = new Uint8Array(count);
  const weight = new Float32Array(count);
  let offset = 0;
  for (const { examples, decay } of batches) {
    values.set(examples.values, offset * width);
    played.set(examples.played, offset);
    for (let row = 0; row < examples.count; row += 1)
      weight[offset + row] = (examples.weight[row] ?? 0) * decay;
    offset += examples.count;
  }
  return { count, width, values, played, weight };
}

export function takeColumns(examples: Examples, width: number): Examples {
  const { count, values } = examples;
  const firstValues = new Float32Array(count * width);
  for (let row = 0; row < count; row += 1) {
    const start = row * examples.width;
    for (let n = 0; n < width; n += 1) firstValues[row * width + n] = values[start + n] ?? 0;
  }
  return { ...examples, width, values: firstValues };
}

export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
