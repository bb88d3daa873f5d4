import type { Import } from './imports.ts';

export function findCycles(edges: Pick<Import, 'from' | 'to'>[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  const finished = new Set<string>();
  const cycles: string[] = [];

  function visit(node: string, path: string[]) {
    const seenAt = path.indexOf(node);
    if (seenAt >= 0) {
      cycles.push([...path.slice(seenAt), node].join(' → '));
      return;
    }
    if (finished.has(node)) return;
    for (const target of targets.get(node) ?? []) visit(target, [...path, node]);
    finished.add(node);
  }

  for (const node of targets.keys()) visit(node, []);
  return cycles;
}
