/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import type { CardRow, Tone } from '#contract/scorecard.ts';
import { colorOf } from '../../pages/colors.ts';
import { POSTER } from './fonts.ts';
import { Box, Column, RuleBelow, Text } from './parts.tsx';
import { toRenderableText } from './renderable-text.ts';

type RowsProps = { rows: readonly CardRow[]; width: number; height: number };

export function PickColumns({ rows, width, height }: RowsProps) {
  const columns = rows.length > 16 ? 3 : rows.length > 4 ? 2 : 1;
  const perColumn = Math.ceil(rows.length / columns);
  const rowHeight = Math.min(Math.floor(height / perColumn), columns === 1 ? 112 : 76);
  const gap = columns === 3 ? 30 : 44;
  const rowWidth = (width - gap * (columns - 1)) / columns;
  const parts = Array.from({ length: columns }, (_, n) =>
    rows.slice(n * perColumn, (n + 1) * perColumn),
  );
  return (
    <Box style={{ width, justifyContent: 'space-between' }}>
      {parts.map((part) => (
        <Column key={part[0]?.position} style={{ width: rowWidth }}>
          {part.map((row) => (
            <PickRow key={row.position} row={row} width={rowWidth} height={rowHeight} />
          ))}
        </Column>
      ))}
    </Box>
  );
}

function PickRow(props: { row: CardRow; width: number; height: number }) {
  const { row, width, height } = props;
  const title = toRenderableText(row.title);
  const scale = Math.min(height / 48, 2);
  // Only hits have a stamp, so that they stand out in a chat's small preview.
  const stamp = row.score && row.score.tone !== 'missed' ? row.score : null;
  const [numberWidth, stampWidth] = [36 * scale, stamp ? 60 * scale : 0];
  const room = width - numberWidth - stampWidth;
  const { fontSize, lines } = fitTitle(title.length, { width: room, height: height - 3 });
  return (
    <Box
      style={{
        height,
        alignItems: 'center',
        position: 'relative',
        fontFamily: POSTER,
        fontWeight: 700,
        color: colorOf(row.score && !stamp ? 'missed' : 'ink'),
      }}
    >
      <Box
        style={{
          width: numberWidth - 10 * scale,
          marginRight: 10 * scale,
          justifyContent: 'flex-end',
          fontSize: 24 * scale,
          color: colorOf('ink-dim'),
        }}
      >
        {String(row.position)}
      </Box>
      <Text style={{ width: room, fontSize, lineHeight: LINE, letterSpacing: 0.2 }} lines={lines}>
        {title}
      </Text>
      {stamp && (
        <Box style={{ width: stampWidth, justifyContent: 'flex-end' }}>
          <Stamp tone={stamp.tone} points={stamp.points} scale={scale} />
        </Box>
      )}
      <RuleBelow height={1} color={colorOf('rule')} />
    </Box>
  );
}

type StampProps = { tone: Tone; points: number; scale: number };

/** Tones differ in shape too, not only in color. */
export function Stamp({ tone, points, scale }: StampProps) {
  const ink = colorOf(tone);
  const isDouble = tone === 'special';
  return (
    <Box
      style={{
        minWidth: 52 * scale,
        height: 38 * scale,
        padding: isDouble ? 2 * scale : 0,
        border: `${2 * scale}px solid ${ink}`,
        borderRadius: (tone === 'elsewhere' ? 19 : 6) * scale,
        backgroundColor: colorOf(`${tone}-fill`),
        color: ink,
        transform: 'rotate(-3deg)',
      }}
    >
      <Box
        style={{
          flexGrow: 1,
          alignItems: 'center',
          justifyContent: 'center',
          fontFamily: POSTER,
          fontWeight: 900,
          fontSize: 27 * scale,
          lineHeight: 1,
          border: isDouble ? `${1 * scale}px solid ${ink}` : '0px solid transparent',
          borderRadius: 4 * scale,
        }}
      >
        {String(points)}
      </Box>
    </Box>
  );
}

/** Mean character width relative to the font size, measured on titles with many wide ones. */
const CHARACTER_WIDTH = 0.45;
const LINE = 1.02;

function fitTitle(characters: number, room: { width: number; height: number }) {
  const largest = Math.min(room.height * 0.68, 66);
  for (let fontSize = largest; fontSize >= 11; fontSize -= 1) {
    const lines = Math.floor(room.height / (fontSize * LINE));
    const fitting = Math.floor(room.width / (fontSize * CHARACTER_WIDTH));
    // Words don't break, so every line except the last loses space to the next word.
    const needed = characters <= fitting ? 1 : Math.ceil((characters * 1.12) / fitting);
    if (needed <= Math.min(lines, 3)) return { fontSize, lines: needed };
  }
  return { fontSize: 12, lines: 3 };
}
