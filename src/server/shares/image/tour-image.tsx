/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import type { TourCard } from '#contract/tour-card.ts';
import { colorOf } from '../../pages/colors.ts';
import { POSTER } from './fonts.ts';
import { CardFrame, type FrameContent, getFrameInterior } from './frame.tsx';
import { SheetHeader } from './header.tsx';
import { Box, Column, RuleBelow, Text } from './parts.tsx';
import { toRenderableText } from './renderable-text.ts';

export interface TourImageContent extends FrameContent {
  tourCard: TourCard;
}

const HEADER = 132;
const COLUMNS = 2;
const GAP = 44;

type TourImageProps = { content: TourImageContent; width: number; height: number };

export function TourImage({ content, width, height }: TourImageProps) {
  const { tourCard } = content;
  const { points, rank, figures } = tourCard;
  const room = getFrameInterior({ width, height });
  const rowHeight = (room.height - HEADER) / Math.ceil(figures.length / COLUMNS);
  const figureWidth = (room.width - GAP) / COLUMNS;
  return (
    <CardFrame {...{ content, width, height }}>
      <SheetHeader
        width={room.width}
        height={HEADER}
        title={tourCard.tourName}
        details={tourCard.details}
        byline={`The tour of ${toRenderableText(tourCard.username)}`}
        stat={{
          value: points.toLocaleString('en-US'),
          label: points === 1 ? 'point' : 'points',
          rank,
        }}
      />
      <Box
        style={{
          width: room.width,
          height: room.height - HEADER,
          flexWrap: 'wrap',
          justifyContent: 'space-between',
        }}
      >
        {figures.map((figure) => (
          <Figure key={figure.label} figure={figure} width={figureWidth} height={rowHeight} />
        ))}
      </Box>
    </CardFrame>
  );
}

const VALUE_HEIGHT = 52;

type FigureProps = { figure: TourCard['figures'][number]; width: number; height: number };

function Figure({ figure: { label, value, note }, width, height }: FigureProps) {
  const text = toRenderableText(value);
  const fontSize = Math.max(Math.min(50, width / (text.length * 0.45)), 30);
  const dim = colorOf('ink-dim');
  return (
    <Column style={{ width, height, justifyContent: 'center', position: 'relative' }}>
      <Text style={{ fontSize: 21, color: dim }}>{label}</Text>
      {/* Long titles have the same height, so that the rows align. */}
      <Box style={{ width, height: VALUE_HEIGHT, alignItems: 'center' }}>
        <Text style={{ width, fontFamily: POSTER, fontWeight: 900, fontSize, lineHeight: 1 }}>
          {text}
        </Text>
      </Box>
      <Text style={{ fontSize: 22, fontWeight: 600 }}>
        {note === null ? ' ' : toRenderableText(note)}
      </Text>
      <RuleBelow height={1} color={colorOf('rule')} />
    </Column>
  );
}
