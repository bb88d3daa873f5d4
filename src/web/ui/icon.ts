import { type ComponentType, createElement, type SVGProps } from 'react';

export type Icon = ComponentType<SVGProps<SVGSVGElement>>;

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
