import { ArrowDownUp } from 'lucide-react';
import { PICK_TOOL } from './pick-tool.tsx';

type PlaceToolProps = {
  title: string;
  /** From 0. */
  place: number;
  count: number;
  disabled: boolean;
  onMove: (to: number) => void;
};

/** Moves a song to any place at once. The system's own select: on phones nothing serves better. */
export function PlaceTool({ title, place, count, disabled, onMove }: PlaceToolProps) {
  return (
    <span className={`relative ${PICK_TOOL} has-disabled:opacity-35`}>
      <ArrowDownUp aria-hidden />
      <select
        data-tool="place"
        aria-label={`Move ${title} to place`}
        title="Move to place"
        disabled={disabled || count < 2}
        value={place}
        onChange={({ target }) => onMove(Number(target.value))}
        className="absolute inset-0 cursor-pointer appearance-none rounded-md text-transparent focus-visible:-outline-offset-2 disabled:cursor-default [&>option]:bg-stage [&>option]:text-text"
      >
        {Array.from({ length: count }, (_, to) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is nothing but its number
          <option key={to} value={to}>
            {to + 1}
          </option>
        ))}
      </select>
    </span>
  );
}
