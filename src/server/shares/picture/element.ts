import type { CSSProperties, ReactElement } from 'react';

export type Element = ReactElement<unknown>;

/** A box of a picture; several children lie side by side, or below each other by `column`. */
export function box(style: CSSProperties, ...children: (Element | string | null)[]): Element {
  const shown = children.filter((child) => child !== null);
  const props = { style: { display: 'flex', boxSizing: 'border-box', ...style }, children: shown };
  return { type: 'div', key: null, props };
}

export function column(style: CSSProperties, ...children: (Element | string | null)[]): Element {
  return box({ flexDirection: 'column', ...style }, ...children);
}

/** A text of at most so many lines; what is longer ends in an ellipsis, and long words break. */
export function text(style: CSSProperties, content: string, lines = 1): Element {
  const whole = { display: 'block', wordBreak: 'break-word', lineClamp: lines } as const;
  const props = { style: { ...whole, ...style }, children: content };
  return { type: 'div', key: null, props };
}

/**
 * A line below a box that is `position: 'relative'`. A border on one side alone would be drawn
 * through three clips, each as large as the picture.
 */
export function ruleBelow(height: number, color: string): Element {
  return box({
    position: 'absolute',
    left: 0,
    right: 0,
    bottom: 0,
    height,
    backgroundColor: color,
  });
}
