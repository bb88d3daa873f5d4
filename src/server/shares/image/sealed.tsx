/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import { formatSeal, type SharedCard } from '#contract/scorecard.ts';
import { colorOf } from '../../pages/colors.ts';
import { POSTER } from './fonts.ts';
import { Box, Column, RuleBelow, Text } from './parts.tsx';
import { toRenderableText } from './renderable-text.ts';

type SealedProps = { card: SharedCard; width: number; height: number };

/** Always renders the same bars, so that they don't reveal the number or length of songs. */
export function SealedRows({ card, width, height }: SealedProps) {
  const size = { width: (width - 44) / 2, height: Math.floor(height / 7) };
  return (
    <Box
      style={{
        width,
        height,
        position: 'relative',
        justifyContent: 'space-between',
        alignItems: 'center',
      }}
    >
      <Bars lengths={BARS.slice(0, 7)} {...size} />
      <Bars lengths={BARS.slice(7)} {...size} />
      <Column
        style={{
          position: 'absolute',
          left: 0,
          top: 0,
          width,
          height,
          alignItems: 'center',
          justifyContent: 'center',
        }}
      >
        <Seal card={card} />
      </Column>
    </Box>
  );
}

const BARS = [0.62, 0.44, 0.78, 0.52, 0.7, 0.38, 0.58, 0.74, 0.48, 0.66, 0.54, 0.42, 0.72, 0.6];

/** `lengths` are from 0 to 1. */
function Bars({ lengths, width, height }: { lengths: number[]; width: number; height: number }) {
  return (
    <Column style={{ width }}>
      {lengths.map((length) => (
        <Box key={length} style={{ height, alignItems: 'center', position: 'relative' }}>
          <Box
            style={{
              marginLeft: 30,
              width: Math.round(length * 400),
              height: Math.round(height * 0.44),
              borderRadius: 3,
              backgroundColor: colorOf('ink'),
            }}
          />
          <RuleBelow height={1} color={colorOf('rule')} />
        </Box>
      ))}
    </Column>
  );
}

function Seal({ card }: { card: SharedCard }) {
  const { title, opensText } = formatSeal(card);
  const ink = colorOf('special');
  return (
    <Column
      style={{
        alignItems: 'center',
        padding: '14px 34px 16px',
        border: `5px solid ${ink}`,
        borderRadius: 10,
        backgroundColor: colorOf('sheet-top'),
        color: ink,
        transform: 'rotate(-3deg)',
      }}
    >
      <Text
        style={{
          fontFamily: POSTER,
          fontWeight: 900,
          fontSize: 84,
          lineHeight: 0.95,
          textTransform: 'uppercase',
        }}
      >
        {title}
      </Text>
      <Text style={{ marginTop: 6, fontSize: 22, fontWeight: 600 }}>
        {toRenderableText(opensText)}
      </Text>
    </Column>
  );
}
