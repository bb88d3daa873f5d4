/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import type { JSXNode } from 'satori/jsx';
import { colorOf } from '../../pages/colors.ts';
import { POSTER } from './fonts.ts';
import { Box, Hall, Paper, Text } from './parts.tsx';
import { toRenderableText } from './renderable-text.ts';

export interface FrameContent {
  productName: string;
  gameTagline: string;
  site: string;
  lamp: string;
}

const MARGIN = 28;
const PADDING = 38;
const TOP = 25;
const FOOTER = 50;

export function getFrameInterior({ width, height }: { width: number; height: number }) {
  return {
    width: width - 2 * MARGIN - 2 * PADDING,
    height: height - MARGIN - 18 - TOP - FOOTER,
  };
}

type FrameProps = { content: FrameContent; width: number; height: number; children: JSXNode };

export function CardFrame({ content, width, height, children }: FrameProps) {
  const sheet = { width: width - 2 * MARGIN, height: height - MARGIN - 18 };
  const { lamp } = content;
  return (
    <Hall {...{ width, height }} light={`62% 0%, ${lamp}4d, ${lamp}00 55%`} color={colorOf('ink')}>
      <Paper
        style={{
          left: MARGIN,
          top: MARGIN,
          ...sheet,
          padding: `${TOP}px ${PADDING}px 0`,
        }}
      >
        {children}
        <Footer content={content} />
      </Paper>
      <Tape left={74} angle={-4} />
      <Tape left={width - 190} angle={3} />
    </Hall>
  );
}

function Footer({ content }: { content: FrameContent }) {
  return (
    <Box style={{ height: FOOTER, alignItems: 'center', justifyContent: 'space-between' }}>
      <Text
        style={{ fontFamily: POSTER, fontWeight: 900, fontSize: 32, textTransform: 'uppercase' }}
      >
        {toRenderableText(content.productName)}
      </Text>
      <Text style={{ maxWidth: 520, fontSize: 22, color: colorOf('ink-dim') }}>
        {toRenderableText(content.gameTagline)}
      </Text>
      <Text style={{ maxWidth: 380, fontSize: 24, fontWeight: 600 }}>
        {toRenderableText(content.site)}
      </Text>
    </Box>
  );
}

function Tape({ left, angle }: { left: number; angle: number }) {
  return (
    <Box
      style={{
        position: 'absolute',
        left,
        top: MARGIN - 17,
        width: 112,
        height: 28,
        backgroundColor: colorOf('tape'),
        opacity: 0.9,
        transform: `rotate(${angle}deg)`,
      }}
    />
  );
}
