import { type SharedCard, sealOf } from '#contract/scorecard.ts';
import { COLORS } from '../look.ts';
import { drawable } from './drawable-text.ts';
import { box, column, type Element, ruleBelow, text } from './element.ts';
import { POSTER } from './fonts.ts';

/** Blacked-out lines, always the same: how many songs there are, and how long, stays untold too. */
export function sealedRows(card: SharedCard, area: { width: number; height: number }): Element {
  const bars = [0.62, 0.44, 0.78, 0.52, 0.7, 0.38, 0.58, 0.74, 0.48, 0.66, 0.54, 0.42, 0.72, 0.6];
  const [left, right] = [bars.slice(0, 7), bars.slice(7)];
  const height = Math.floor(area.height / 7);
  const seal = sealOf(card);
  const side = (widths: number[]) =>
    column(
      { width: (area.width - 44) / 2 },
      ...widths.map((share) =>
        box(
          { height, alignItems: 'center', position: 'relative' },
          box({
            marginLeft: 30,
            width: Math.round(share * 400),
            height: Math.round(height * 0.44),
            borderRadius: 3,
            backgroundColor: COLORS.ink,
          }),
          ruleBelow(1, COLORS.rule),
        ),
      ),
    );
  return box(
    { ...area, position: 'relative', justifyContent: 'space-between', alignItems: 'center' },
    side(left),
    side(right),
    column(
      {
        position: 'absolute',
        left: 0,
        top: 0,
        ...area,
        alignItems: 'center',
        justifyContent: 'center',
      },
      column(
        {
          alignItems: 'center',
          padding: '14px 34px 16px',
          border: `5px solid ${COLORS.sealed}`,
          borderRadius: 10,
          backgroundColor: COLORS.sheetTop,
          color: COLORS.sealed,
          transform: 'rotate(-3deg)',
        },
        text(
          {
            fontFamily: POSTER,
            fontWeight: 900,
            fontSize: 84,
            lineHeight: 0.95,
            textTransform: 'uppercase',
          },
          seal.title,
        ),
        text({ marginTop: 6, fontSize: 22, fontWeight: 600 }, drawable(seal.opens)),
      ),
    ),
  );
}
