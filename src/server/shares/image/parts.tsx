/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import type { CSSProperties, JSXNode } from 'satori/jsx';
import { colorOf } from '../../pages/colors.ts';
import { BODY } from './fonts.ts';

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

type HallProps = {
  width: number;
  height: number;
  light: string;
  color: string;
  children: JSXNode;
};

export function Hall({ light, children, ...style }: HallProps) {
  const backgroundImage = `radial-gradient(circle at ${light})`;
  const background = { backgroundColor: colorOf('hall'), backgroundImage, fontFamily: BODY };
  return <Box style={{ position: 'relative', ...background, ...style }}>{children}</Box>;
}

export function Paper({ style, children }: PartProps) {
  const [top, paper, low] = ['sheet-top', 'sheet', 'sheet-low'].map(colorOf);
  const backgroundImage = `linear-gradient(178deg, ${top}, ${paper} 30%, ${low})`;
  return (
    <Column style={{ position: 'absolute', borderRadius: 4, backgroundImage, ...style }}>
      {children}
    </Column>
  );
}

/** For a `relative` box. A border would be slow: satori renders it through three clip paths. */
export function RuleBelow({ height, color }: { height: number; color: string }) {
  const bottomEdge = { position: 'absolute', left: 0, right: 0, bottom: 0 };
  return <Box style={{ ...bottomEdge, height, backgroundColor: color }} />;
}
