/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import {
  formatHits,
  formatShowDetails,
  PREDICTED_BY,
  type SharedCard,
  sharedStat,
} from '#contract/scorecard.ts';
import { colorOf } from '../../pages/colors.ts';
import { POSTER } from './fonts.ts';
import { Box, Column, RuleBelow, Text } from './parts.tsx';
import { toRenderableText } from './renderable-text.ts';

type HeaderSize = { width: number; height: number };

export function CardHeader({ card, ...size }: { card: SharedCard } & HeaderSize) {
  const { show, username } = card;
  const hits = formatHits(card.rows);
  return (
    <SheetHeader
      {...size}
      title={show.name}
      details={formatShowDetails(card)}
      byline={`${PREDICTED_BY} ${toRenderableText(username)}${hits ? ` · ${hits}` : ''}`}
      stat={sharedStat(card)}
    />
  );
}

type SheetHeaderProps = HeaderSize & {
  title: string;
  details: string;
  /** Already renderable. */
  byline: string;
  stat: { value: string; label: string; rank: string | null } | null;
};

export function SheetHeader({ title, details, byline, stat, width, height }: SheetHeaderProps) {
  const name = toRenderableText(title);
  const room = width - (stat ? 270 : 0);
  const { lines, fontSize } = fitName(name.length, room);
  const dim = colorOf('ink-dim');
  return (
    <Box
      style={{
        width,
        height,
        justifyContent: 'space-between',
        alignItems: 'center',
        position: 'relative',
        paddingBottom: 11,
      }}
    >
      <Column style={{ width: room }}>
        <Text
          style={{ fontFamily: POSTER, fontWeight: 900, fontSize, lineHeight: 0.98 }}
          lines={lines}
        >
          {name}
        </Text>
        <Text style={{ marginTop: 6, fontSize: 21, color: dim }}>{toRenderableText(details)}</Text>
        <Text style={{ marginTop: 4, fontSize: 24, fontWeight: 600, wordBreak: 'break-all' }}>
          {byline}
        </Text>
      </Column>
      {stat && (
        <Column style={{ alignItems: 'flex-end' }}>
          <Text style={{ fontFamily: POSTER, fontWeight: 900, fontSize: 98, lineHeight: 0.82 }}>
            {stat.value}
          </Text>
          <Box style={{ alignItems: 'baseline', marginTop: 6 }}>
            <Text style={{ fontSize: 21, color: dim }}>{stat.label}</Text>
            {stat.rank && (
              <Text style={{ marginLeft: 12, fontFamily: POSTER, fontWeight: 900, fontSize: 36 }}>
                {stat.rank}
              </Text>
            )}
          </Box>
        </Column>
      )}
      <RuleBelow height={3} color={colorOf('ink')} />
    </Box>
  );
}

function fitName(characters: number, width: number): { fontSize: number; lines: number } {
  const oneLine = width / (characters * 0.43);
  if (oneLine >= 38) return { fontSize: Math.min(oneLine, 62), lines: 1 };
  return { fontSize: Math.max(Math.min((width * 1.8) / (characters * 0.43), 35), 22), lines: 2 };
}
