import type { Import } from './imports.ts';

/** Finds import cycles. Returns one path per cycle, such as `a → b → a`. */
export function circles(edges: Pick<Import, 'from' | 'to'>[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const finished = new Set<string>();
  const circlePaths: string[] = [];

  function visit(node: string, path: string[]) {
    const seenAt = path.indexOf(node);
    if (seenAt >= 0) {
      circlePaths.push([...path.slice(seenAt), node].join(' → '));
      return;
    }
    if (finished.has(node)) return;
    for (const target of next.get(node) ?? []) visit(target, [...path, node]);
    finished.add(node);
  }

  for (const node of next.keys()) visit(node, []);
  return circlePaths;
}
