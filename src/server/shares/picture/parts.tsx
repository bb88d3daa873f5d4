/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import type { CSSProperties, JSXNode } from 'satori/jsx';

type PartProps = { style: CSSProperties; children?: JSXNode };

/** A box of a picture; several children lie side by side, or below each other in a `Column`. */
export function Box({ style, children }: PartProps) {
  return <div style={{ display: 'flex', boxSizing: 'border-box', ...style }}>{children}</div>;
}

export function Column({ style, children }: PartProps) {
  return <Box style={{ flexDirection: 'column', ...style }}>{children}</Box>;
}

/** A text of at most so many lines; what is longer ends in an ellipsis, and long words break. */
export function Text({ style, lines = 1, children }: PartProps & { lines?: number }) {
  const whole = { display: 'block', wordBreak: 'break-word', lineClamp: lines };
  return <div style={{ ...whole, ...style }}>{children}</div>;
}

/**
 * A line below a box that is `position: 'relative'`. A border on one side alone would be drawn
 * through three clips, each as large as the picture.
 */
export function RuleBelow({ height, color }: { height: number; color: string }) {
  const below = { position: 'absolute', left: 0, right: 0, bottom: 0 };
  return <Box style={{ ...below, height, backgroundColor: color }} />;
}
