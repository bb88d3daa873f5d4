import { PREDICTED_BY, type SharedCard, sharedFigure, showFacts } from '#contract/scorecard.ts';
import { COLORS } from '../look.ts';
import { drawable } from './drawable-text.ts';
import { box, column, type Element, ruleBelow, text } from './element.ts';
import { POSTER } from './fonts.ts';

/** Where and when, whose prediction, and what it came to. */
export function cardHeader(card: SharedCard, size: { width: number; height: number }): Element {
  const { show, username } = card;
  const name = drawable(show.name);
  const figure = sharedFigure(card);
  const facts = showFacts(show);
  const room = size.width - (figure ? 250 : 0);
  const title = nameSize(name.length, room);
  return box(
    {
      ...size,
      justifyContent: 'space-between',
      alignItems: 'center',
      position: 'relative',
      paddingBottom: 11,
    },
    column(
      { width: room },
      text(
        { fontFamily: POSTER, fontWeight: 900, fontSize: title.font, lineHeight: 0.98 },
        name,
        title.lines,
      ),
      text({ marginTop: 7, fontSize: 19, color: COLORS.inkDim }, drawable(facts)),
      text(
        { marginTop: 5, fontSize: 22, fontWeight: 600, wordBreak: 'break-all' },
        `${PREDICTED_BY} ${drawable(username)}`,
      ),
    ),
    figure &&
      column(
        { alignItems: 'flex-end' },
        text(
          { fontFamily: POSTER, fontWeight: 900, fontSize: 92, lineHeight: 0.86 },
          figure.figure,
        ),
        box(
          { alignItems: 'baseline', marginTop: 6 },
          text({ fontSize: 17, color: COLORS.inkDim }, figure.label),
          figure.rank &&
            text(
              { marginLeft: 12, fontFamily: POSTER, fontWeight: 700, fontSize: 27 },
              figure.rank,
            ),
        ),
      ),
    ruleBelow(3, COLORS.ink),
  );
}

/** One line while it can be large, else two. */
function nameSize(signs: number, width: number): { font: number; lines: number } {
  const oneLine = width / (signs * 0.43);
  if (oneLine >= 38) return { font: Math.min(oneLine, 62), lines: 1 };
  return { font: Math.max(Math.min((width * 1.8) / (signs * 0.43), 35), 22), lines: 2 };
}
