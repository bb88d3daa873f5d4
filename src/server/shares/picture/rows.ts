import type { CardRow, Tone } from '#contract/scorecard.ts';
import { COLORS, STAMPS } from '../look.ts';
import { drawable } from './drawable-text.ts';
import { box, column, type Element, ruleBelow, text } from './element.ts';
import { POSTER } from './fonts.ts';

/** The picks in as few columns as let all of them stand in `area`, first pick at the upper left. */
export function pickColumns(rows: readonly CardRow[], area: { width: number; height: number }) {
  const columns = rows.length > 16 ? 3 : rows.length > 4 ? 2 : 1;
  const perColumn = Math.ceil(rows.length / columns);
  const height = Math.min(Math.floor(area.height / perColumn), columns === 1 ? 112 : 76);
  const gap = columns === 3 ? 30 : 44;
  const width = (area.width - gap * (columns - 1)) / columns;
  const parts = Array.from({ length: columns }, (_, n) =>
    rows.slice(n * perColumn, (n + 1) * perColumn),
  );
  return box(
    { width: area.width, justifyContent: 'space-between' },
    ...parts.map((part) =>
      column({ width }, ...part.map((row) => pickRow(row, { width, height }))),
    ),
  );
}

function pickRow({ position, title, score }: CardRow, of: { width: number; height: number }) {
  const scale = Math.min(of.height / 42, 2.2);
  const [numberWidth, stampWidth] = [34 * scale, score ? 58 * scale : 0];
  const room = of.width - numberWidth - stampWidth;
  const size = titleSize(drawable(title).length, { width: room, height: of.height - 3 });
  return box(
    {
      height: of.height,
      alignItems: 'center',
      position: 'relative',
      fontFamily: POSTER,
      fontWeight: 700,
    },
    text(
      {
        width: numberWidth - 10 * scale,
        marginRight: 10 * scale,
        textAlign: 'right',
        fontSize: 22 * scale,
        color: COLORS.inkDim,
      },
      String(position),
    ),
    text(
      { width: room, fontSize: size.font, lineHeight: LINE, letterSpacing: 0.2 },
      drawable(title),
      size.lines,
    ),
    score &&
      box(
        { width: stampWidth, justifyContent: 'flex-end' },
        stamp(score.tone, String(score.points), scale),
      ),
    ruleBelow(1, COLORS.rule),
  );
}

/** Points as they are stamped on the sheet; each tone has a form of its own besides its colour. */
export function stamp(tone: Tone, points: string, scale: number): Element {
  const { ink, fill } = STAMPS[tone];
  const double = tone === 'special';
  return box(
    {
      minWidth: 44 * scale,
      height: 32 * scale,
      padding: double ? 2 * scale : 0,
      border: `${2 * scale}px ${tone === 'missed' ? 'dashed' : 'solid'} ${ink}`,
      borderRadius: (tone === 'elsewhere' ? 16 : 6) * scale,
      backgroundColor: fill,
      color: ink,
      transform: 'rotate(-3deg)',
    },
    box(
      {
        flexGrow: 1,
        alignItems: 'center',
        justifyContent: 'center',
        fontFamily: POSTER,
        fontWeight: tone === 'missed' ? 700 : 900,
        fontSize: 22 * scale,
        lineHeight: 1,
        border: double ? `${1 * scale}px solid ${ink}` : '0px solid transparent',
        borderRadius: 4 * scale,
      },
      points,
    ),
  );
}

/** Width of the poster face's signs as a share of their size: of titles with many wide ones, the mean. */
const SIGN = 0.4;
const LINE = 1.02;

/** The largest size at which a title of so many signs stands in its room, on up to three lines. */
function titleSize(signs: number, room: { width: number; height: number }) {
  const largest = Math.min(room.height * 0.62, 66);
  for (let font = largest; font >= 11; font -= 1) {
    const lines = Math.floor(room.height / (font * LINE));
    const fitting = Math.floor(room.width / (font * SIGN));
    // Words do not break: each line but the last loses some room to the next one's first word.
    const needed = signs <= fitting ? 1 : Math.ceil((signs * 1.12) / fitting);
    if (needed <= Math.min(lines, 3)) return { font, lines: needed };
  }
  return { font: 12, lines: 3 };
}
