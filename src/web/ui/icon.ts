import { type ComponentType, createElement, type SVGProps } from 'react';

/** Takes the font's size and color. Hidden from screen readers by default. */
export type Icon = ComponentType<SVGProps<SVGSVGElement>>;

/** Creates a component that draws shapes in Lucide's style: `currentColor` strokes on a 24×24 grid. */
export function icon(shapes: readonly (readonly [tag: string, attributes: object])[]): Icon {
  const children = shapes.map(([tag, attributes], key) =>
    createElement(tag, { key, ...attributes }),
  );
  return (props) => createElement('svg', { ...SVG_ATTRIBUTES, ...props }, children);
}

const SVG_ATTRIBUTES = {
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
