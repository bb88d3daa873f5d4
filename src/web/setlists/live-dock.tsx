import type { Song } from '#contract/songs.ts';
import { Button } from '#web/ui/button.tsx';
import { Flag, Undo2 } from '#web/ui/icons.ts';
import { NextSong } from './next-song.tsx';
import { RowActions, type RowTask, TaskTitle } from './row-actions.tsx';
import type { Pick, SetlistEdits } from './use-setlist.ts';
import type { ShownRow } from './with-unsent.ts';

/** What the thumb is at. */
export type Task = { do: 'next' } | { do: 'row' | 'replace' | 'before' | 'move'; rowId: string };

type NightDockProps = {
  task: Task;
  /** The row that it is about. */
  subject: ShownRow | undefined;
  setlist: SetlistEdits;
  songs: readonly Song[];
  /** The server has the row, so that a form can be opened on it. */
  canEdit: boolean;
  onTask: (next: RowTask | 'next') => void;
  onFinish: () => void;
};

/** The next song; or, once a row was tapped, what can be done to it. */
export function LiveDock(props: NightDockProps) {
  const { task, subject, setlist, songs, onTask } = props;
  const toNext = () => onTask('next');
  const choice = { songs: setlist.likely(songs, subject), placeOf: setlist.placeOf };
  if (!subject || task.do === 'next')
    return (
      <NextSong {...choice} key="next" label="Next song" onPick={(song) => setlist.add(song)}>
        <NightTools setlist={setlist} onFinish={props.onFinish} />
      </NextSong>
    );
  const { title } = subject.song;
  switch (task.do) {
    case 'row':
      return (
        <RowActions
          row={subject}
          setlist={setlist}
          canEdit={props.canEdit}
          onBegin={onTask}
          onDone={toNext}
        />
      );
    case 'move':
      return (
        <section aria-label={`Move ${title}`} className="grid gap-2">
          <TaskTitle onDone={toNext}>Tap the song whose place “{title}” takes</TaskTitle>
        </section>
      );
    default: {
      const isReplacing = task.do === 'replace';
      const pick = (song: Pick) => {
        if (isReplacing) setlist.replace(subject, song);
        else setlist.add(song, subject);
        toNext();
      };
      const label = isReplacing ? `In place of “${title}”` : `Before “${title}”`;
      const verb = isReplacing ? 'replace' : 'add';
      return (
        <section aria-label={label} className="grid gap-1">
          <TaskTitle onDone={toNext}>{label}</TaskTitle>
          <NextSong {...choice} key={label} label={label} verb={verb} onPick={pick} />
        </section>
      );
    }
  }
}

/** What happens between songs. */
export function BreakTools({ setlist }: { setlist: SetlistEdits }) {
  const last = setlist.rows.at(-1);
  const isOff = last?.breakAfter === 'set';
  return (
    <>
      <Button
        className="px-2.5 text-sm"
        disabled={!last || last.breakAfter === 'encore'}
        aria-pressed={isOff}
        aria-label="Set break"
        onClick={() => {
          const kind = last && isEncore(last) ? 'encore' : 'set';
          if (last) setlist.update(last, { breakAfter: isOff ? null : kind });
        }}
      >
        {isOff ? 'On break' : 'Break'}
      </Button>
      <Button
        className="px-2.5 text-sm"
        disabled={!last || last.breakAfter === 'encore' || isEncore(last)}
        onClick={() => last && setlist.update(last, { breakAfter: 'encore' })}
      >
        Encore
      </Button>
    </>
  );
}

function isEncore({ setLabel }: ShownRow): boolean {
  return setLabel?.startsWith('Encore') ?? false;
}

type NightToolsProps = { setlist: SetlistEdits; onFinish: () => void };

/** The same for a thumb, and the way back. Once the encore is played, the end of the show is at hand. */
function NightTools({ setlist, onFinish }: NightToolsProps) {
  const { rows, undo } = setlist;
  const last = rows.at(-1);
  return (
    <>
      {last && isEncore(last) ? (
        <Button className="px-2.5 text-sm" aria-label="Finish the show" onClick={onFinish}>
          <Flag aria-hidden />
          Finish
        </Button>
      ) : (
        <BreakTools setlist={setlist} />
      )}
      <Button
        size="icon"
        disabled={!undo}
        aria-label={undo ? `Undo: ${undo.what}` : 'Undo'}
        title={undo ? `Undo: ${undo.what}` : 'Undo'}
        onClick={undo?.run}
      >
        <Undo2 aria-hidden />
      </Button>
    </>
  );
}
