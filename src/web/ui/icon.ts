import { type ComponentType, createElement, type SVGProps } from 'react';

/** An icon of the font's size and color; screen readers pass it by unless a property says otherwise. */
export type Icon = ComponentType<SVGProps<SVGSVGElement>>;

/** The component that draws these shapes in Lucide's way: lines of the text's color, on 24 by 24. */
export function icon(shapes: readonly (readonly [tag: string, attributes: object])[]): Icon {
  const children = shapes.map(([tag, attributes], key) =>
    createElement(tag, { key, ...attributes }),
  );
  return (props) => createElement('svg', { ...FRAME, ...props }, children);
}

const FRAME = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;
