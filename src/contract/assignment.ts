/** Assigns each row its own column for the highest sum (Hungarian method). Needs columns >= rows */
export function assignColumns(scores: readonly (readonly number[])[]): number[] {
  const columns = scores[0]?.length ?? 0;
  const rowPrice = new Float64Array(scores.length + 1);
  const columnPrice = new Float64Array(columns + 1);
  /** The row assigned to each column, or 0. Column 0 has the row that is being assigned. */
  const rowByColumn = new Int32Array(columns + 1);
  for (let row = 1; row <= scores.length; row += 1) {
    const previousColumn = new Int32Array(columns + 1);
    const lowestCost = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
    const isDone = new Uint8Array(columns + 1);
    rowByColumn[0] = row;
    let column = 0;
    do {
      isDone[column] = 1;
      const currentRow = rowByColumn[column] ?? 0;
      let step = Number.POSITIVE_INFINITY;
      let nextColumn = 0;
      for (let candidate = 1; candidate <= columns; candidate += 1) {
        if (isDone[candidate]) continue;
        const cost =
          -(scores[currentRow - 1]?.[candidate - 1] ?? 0) -
          (rowPrice[currentRow] ?? 0) -
          (columnPrice[candidate] ?? 0);
        if (cost < (lowestCost[candidate] ?? 0)) {
          lowestCost[candidate] = cost;
          previousColumn[candidate] = column;
        }
        if ((lowestCost[candidate] ?? 0) < step) {
          step = lowestCost[candidate] ?? 0;
          nextColumn = candidate;
        }
      }
      for (let candidate = 0; candidate <= columns; candidate += 1)
        if (isDone[candidate]) {
          const assignedRow = rowByColumn[candidate] ?? 0;
          rowPrice[assignedRow] = (rowPrice[assignedRow] ?? 0) + step;
          columnPrice[candidate] = (columnPrice[candidate] ?? 0) - step;
        } else lowestCost[candidate] = (lowestCost[candidate] ?? 0) - step;
      column = nextColumn;
    } while (rowByColumn[column] !== 0);
    while (column !== 0) {
      const previous = previousColumn[column] ?? 0;
      rowByColumn[column] = rowByColumn[previous] ?? 0;
      column = previous;
    }
  }
  const columnByRow = new Array<number>(scores.length).fill(0);
  for (let column = 1; column <= columns; column += 1) {
    const row = rowByColumn[column] ?? 0;
    if (row > 0) columnByRow[row - 1] = column - 1;
  }
  return columnByRow;
}
