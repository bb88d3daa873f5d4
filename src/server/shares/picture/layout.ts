import type { SharedCard } from '#contract/scorecard.ts';
import { COLORS } from '../look.ts';
import { drawable } from './drawable-text.ts';
import { box, column, type Element, text } from './element.ts';
import { BODY, POSTER } from './fonts.ts';
import { cardHeader } from './header.ts';
import { pickColumns } from './rows.ts';
import { sealedRows } from './sealed.ts';

/** Everything that is on a picture. */
export interface CardPicture {
  card: SharedCard;
  productName: string;
  gameTagline: string;
  /** Where the game is played: 'setlists.example'. */
  site: string;
}

const MARGIN = 36;
const PADDING = 42;
const HEADER = 138;
const FOOTER = 52;

/** The sheet taped to the floor of the dark hall, with a prediction on it. */
export function picture(of: CardPicture, size: { width: number; height: number }): Element {
  const sheet = { width: size.width - 2 * MARGIN, height: size.height - MARGIN - 26 };
  const inner = sheet.width - 2 * PADDING;
  const area = { width: inner, height: sheet.height - 24 - HEADER - FOOTER };
  const { card } = of;
  return box(
    {
      ...size,
      position: 'relative',
      backgroundColor: COLORS.hall,
      backgroundImage:
        'radial-gradient(circle at 62% 0%, rgba(255,179,64,0.30), rgba(255,179,64,0) 55%)',
      fontFamily: BODY,
      color: COLORS.ink,
    },
    column(
      {
        position: 'absolute',
        left: MARGIN,
        top: MARGIN,
        ...sheet,
        padding: `24px ${PADDING}px 0`,
        borderRadius: 4,
        backgroundImage: `linear-gradient(178deg, ${COLORS.sheetTop}, ${COLORS.sheet} 30%, ${COLORS.sheetLow})`,
      },
      cardHeader(card, { width: inner, height: HEADER }),
      column(
        { height: area.height, justifyContent: 'center' },
        card.stage === 'sealed' ? sealedRows(card, area) : pickColumns(card.rows, area),
      ),
      footer(of),
    ),
    tape({ left: 74, rotate: -4 }),
    tape({ left: size.width - 190, rotate: 3 }),
  );
}

function footer({ productName, gameTagline, site }: CardPicture): Element {
  return box(
    { height: FOOTER, alignItems: 'center', justifyContent: 'space-between' },
    text(
      { fontFamily: POSTER, fontWeight: 900, fontSize: 30, textTransform: 'uppercase' },
      drawable(productName),
    ),
    text({ maxWidth: 480, fontSize: 19, color: COLORS.inkDim }, drawable(gameTagline)),
    text({ maxWidth: 380, fontSize: 21, fontWeight: 600 }, drawable(site)),
  );
}

function tape({ left, rotate }: { left: number; rotate: number }): Element {
  return box({
    position: 'absolute',
    left,
    top: MARGIN - 15,
    width: 116,
    height: 32,
    backgroundColor: COLORS.tape,
    opacity: 0.9,
    transform: `rotate(${rotate}deg)`,
  });
}
