/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import type { SharedCard } from '#contract/scorecard.ts';
import { colorOf, withOpacity } from '../../pages/colors.ts';
import { POSTER } from './fonts.ts';
import { CardHeader } from './header.tsx';
import { Box, Column, Hall, Paper, Text } from './parts.tsx';
import { toRenderableText } from './renderable-text.ts';
import { PickColumns } from './rows.tsx';
import { SealedRows } from './sealed.tsx';

export interface CardImageContent {
  card: SharedCard;
  productName: string;
  gameTagline: string;
  site: string;
}

const MARGIN = 28;
const PADDING = 38;
const HEADER = 132;
const FOOTER = 50;

type CardImageProps = { content: CardImageContent; width: number; height: number };

export function CardImage({ content, width, height }: CardImageProps) {
  const sheet = { width: width - 2 * MARGIN, height: height - MARGIN - 18 };
  const inner = sheet.width - 2 * PADDING;
  const area = { width: inner, height: sheet.height - 25 - HEADER - FOOTER };
  const { card } = content;
  const [lit, dark] = [withOpacity('lamp', 0.3), withOpacity('lamp', 0)];
  return (
    <Hall {...{ width, height }} light={`62% 0%, ${lit}, ${dark} 55%`} color={colorOf('ink')}>
      <Paper
        style={{
          left: MARGIN,
          top: MARGIN,
          ...sheet,
          padding: `25px ${PADDING}px 0`,
        }}
      >
        <CardHeader card={card} width={inner} height={HEADER} />
        <Column style={{ height: area.height, justifyContent: 'center' }}>
          {card.stage === 'sealed' ? (
            <SealedRows card={card} {...area} />
          ) : (
            <PickColumns rows={card.rows} {...area} />
          )}
        </Column>
        <Footer content={content} />
      </Paper>
      <Tape left={74} angle={-4} />
      <Tape left={width - 190} angle={3} />
    </Hall>
  );
}

function Footer({ content }: { content: CardImageContent }) {
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
