import type { Import } from './imports.ts';

/** A way round from a node back to itself, `a → b → a`, for each circle found; empty without any. */
export function circles(edges: Pick<Import, 'from' | 'to'>[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const done = new Set<string>();
  const found: string[] = [];

  function visit(node: string, way: string[]) {
    const seenAt = way.indexOf(node);
    if (seenAt >= 0) {
      found.push([...way.slice(seenAt), node].join(' → '));
      return;
    }
    if (done.has(node)) return;
    for (const target of next.get(node) ?? []) visit(target, [...way, node]);
    done.add(node);
  }

  for (const node of next.keys()) visit(node, []);
  return found;
}
