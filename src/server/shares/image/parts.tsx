/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import type { CSSProperties, JSXNode } from 'satori/jsx';

type PartProps = { style: CSSProperties; children?: JSXNode };

export function Box({ style, children }: PartProps) {
  return <div style={{ display: 'flex', boxSizing: 'border-box', ...style }}>{children}</div>;
}

export function Column({ style, children }: PartProps) {
  return <Box style={{ flexDirection: 'column', ...style }}>{children}</Box>;
}

export function Text({ style, lines = 1, children }: PartProps & { lines?: number }) {
  const base = { display: 'block', wordBreak: 'break-word', lineClamp: lines };
  return <div style={{ ...base, ...style }}>{children}</div>;
}

/**
 * Place it in a `relative` box. A one-sided border would be slow: satori renders it through three
 * full-size clip paths.
 */
export function RuleBelow({ height, color }: { height: number; color: string }) {
  const bottomEdge = { position: 'absolute', left: 0, right: 0, bottom: 0 };
  return <Box style={{ ...bottomEdge, height, backgroundColor: color }} />;
}
