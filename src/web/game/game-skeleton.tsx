import type { Song } from '#contract/songs.ts';
import { Sheet, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { GameBar, SubmitButton } from './game-bar.tsx';
import { GameColumns } from './game-columns.tsx';
import { PICK_ROW, PICK_ROWS } from './pick-row.tsx';
import { PickTitle } from './pick-title.tsx';
import { Count, LOW_HEADER } from './prediction-sheet.tsx';

type GameSkeletonProps = {
  /** The submitted songs, which a draft on this device may replace. Undefined for a new prediction. */
  songs: readonly Pick<Song, 'id' | 'title'>[] | undefined;
};

/** Matches the server's HTML, with the final size of every part. */
export function GameSkeleton({ songs }: GameSkeletonProps) {
  return (
    <>
      <p role="status" className="sr-only">
        Loading the game
      </p>
      <GameColumns>
        <Panel title="Available Songs" className="h-full max-lg:hidden">
          <div className="px-4.5 pb-4.5">
            <SkeletonRows count={12} />
          </div>
        </Panel>
        <Sheet className={`${LOW_HEADER} lg:flex lg:max-h-full lg:flex-col`}>
          <SheetHeader title="Your Prediction" aside={<Count count={songs?.length ?? '–'} />} />
          <div className="h-15.25 shrink-0 border-rule border-b max-lg:hidden min-[85rem]:hidden" />
          <ol aria-hidden className={`${PICK_ROWS} lg:min-h-0 lg:overflow-hidden`}>
            {songs?.map(({ id, title }, index) => (
              <SheetRow
                key={id}
                className={PICK_ROW}
                number={index + 1}
                title={<PickTitle {...{ title, index }} count={songs.length} />}
                aside={TOOLS}
              />
            )) ??
              EMPTY_ROWS.map((width) => (
                <SheetRow
                  key={width}
                  className={PICK_ROW}
                  number=""
                  title={<Bar {...{ width }} />}
                  aside={TOOLS}
                />
              ))}
          </ol>
          <div className="h-19 shrink-0 max-lg:hidden" />
        </Sheet>
      </GameColumns>
      <GameBar
        isEmpty={songs === undefined}
        disabled
        onPick={() => {}}
        submit={
          <SubmitButton
            isUpdate={songs !== undefined}
            disabled
            pending={false}
            onClick={() => {}}
          />
        }
      />
    </>
  );
}

const TOOLS = <span className="h-11 lg:pointer-fine:h-8.25" />;

const EMPTY_ROWS = ['w-1/2', 'w-2/5', 'w-3/5', 'w-1/3'];

function Bar({ width }: { width: string }) {
  return <span className={`block h-4 rounded-md bg-ink/10 ${width}`} />;
}
