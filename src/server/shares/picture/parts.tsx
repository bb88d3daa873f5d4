/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import type { CSSProperties, JSXNode } from 'satori/jsx';

type PartProps = { style: CSSProperties; children?: JSXNode };

/** A flex box. Its children form a row, or in a `Column` a column. */
export function Box({ style, children }: PartProps) {
  return <div style={{ display: 'flex', boxSizing: 'border-box', ...style }}>{children}</div>;
}

export function Column({ style, children }: PartProps) {
  return <Box style={{ flexDirection: 'column', ...style }}>{children}</Box>;
}

/** A text of at most `lines` lines. Longer text ends in an ellipsis, and long words break. */
export function Text({ style, lines = 1, children }: PartProps & { lines?: number }) {
  const whole = { display: 'block', wordBreak: 'break-word', lineClamp: lines };
  return <div style={{ ...whole, ...style }}>{children}</div>;
}

/**
 * A line at the bottom of a box with `position: 'relative'`. satori would draw a one-sided border
 * through three clip paths of the picture's full size.
 */
export function RuleBelow({ height, color }: { height: number; color: string }) {
  const below = { position: 'absolute', left: 0, right: 0, bottom: 0 };
  return <Box style={{ ...below, height, backgroundColor: color }} />;
}
