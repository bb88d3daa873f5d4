/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import type { SharedCard } from '#contract/scorecard.ts';
import { CardFrame, type FrameContent, getFrameInterior } from './frame.tsx';
import { CardHeader } from './header.tsx';
import { Column } from './parts.tsx';
import { PickColumns } from './rows.tsx';
import { SealedRows } from './sealed.tsx';

export interface CardImageContent extends FrameContent {
  card: SharedCard;
}

const HEADER = 132;

type CardImageProps = { content: CardImageContent; width: number; height: number };

export function CardImage({ content, width, height }: CardImageProps) {
  const room = getFrameInterior({ width, height });
  const area = { width: room.width, height: room.height - HEADER };
  const { card } = content;
  return (
    <CardFrame {...{ content, width, height }}>
      <CardHeader card={card} width={room.width} height={HEADER} />
      <Column style={{ height: area.height, justifyContent: 'center' }}>
        {card.stage === 'sealed' ? (
          <SealedRows card={card} {...area} />
        ) : (
          <PickColumns rows={card.rows} {...area} />
        )}
      </Column>
    </CardFrame>
  );
}
