import type { Song } from '#contract/songs.ts';
import { Button } from '#web/ui/button.tsx';
import { Flag, Undo2 } from '#web/ui/icons.ts';
import type { DisplayedRow } from './apply-changes.ts';
import { NextSong } from './next-song.tsx';
import { RowActions, type RowTask, TaskTitle } from './row-actions.tsx';
import type { SetlistEdits, SongChoice } from './use-setlist.ts';

export type Task = { do: 'next' } | { do: 'row' | 'replace' | 'before' | 'move'; rowId: string };

type LiveDockProps = {
  task: Task;
  subject: DisplayedRow | undefined;
  setlist: SetlistEdits;
  songs: readonly Song[];
  canEdit: boolean;
  onTask: (next: RowTask | 'next') => void;
  /** Undefined unless the show is live. */
  onFinish: (() => void) | undefined;
};

export function LiveDock(props: LiveDockProps) {
  const { task, subject, setlist, songs, onTask } = props;
  const showNextSong = () => onTask('next');
  const choice = { songs: setlist.rankSongs(songs, subject), positionOf: setlist.positionOf };
  if (!subject || task.do === 'next')
    return (
      <NextSong {...choice} key="next" label="Next song" onPick={(song) => setlist.add(song)}>
        <LiveTools setlist={setlist} onFinish={props.onFinish} />
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
          onDone={showNextSong}
        />
      );
    case 'move':
      return (
        <section aria-label={`Move ${title}`} className="grid gap-2">
          <TaskTitle onDone={showNextSong}>Tap a song to move “{title}” to its position</TaskTitle>
        </section>
      );
    default: {
      const isReplacing = task.do === 'replace';
      const pick = (song: SongChoice) => {
        if (isReplacing) setlist.replace(subject, song);
        else setlist.add(song, subject);
        showNextSong();
      };
      const label = isReplacing ? `Replace “${title}”` : `Before “${title}”`;
      const verb = isReplacing ? 'replace' : 'add';
      return (
        <section aria-label={label} className="grid gap-1">
          <TaskTitle onDone={showNextSong}>{label}</TaskTitle>
          <NextSong {...choice} key={label} label={label} verb={verb} onPick={pick} />
        </section>
      );
    }
  }
}

export function BreakTools({ setlist }: { setlist: SetlistEdits }) {
  const last = setlist.rows.at(-1);
  const isOnBreak = last?.breakAfter === 'set';
  return (
    <>
      <Button
        className="px-2.5 text-sm"
        disabled={!last || last.breakAfter === 'encore'}
        aria-pressed={isOnBreak}
        aria-label="Set break"
        onClick={() => {
          const kind = last && isEncore(last) ? 'encore' : 'set';
          if (last) setlist.update(last, { breakAfter: isOnBreak ? null : kind });
        }}
      >
        {isOnBreak ? 'On break' : 'Break'}
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

function isEncore({ setLabel }: DisplayedRow): boolean {
  return setLabel?.startsWith('Encore') ?? false;
}

type LiveToolsProps = Pick<LiveDockProps, 'setlist' | 'onFinish'>;

function LiveTools({ setlist, onFinish }: LiveToolsProps) {
  const { rows, undo } = setlist;
  const last = rows.at(-1);
  return (
    <>
      {onFinish && last && isEncore(last) ? (
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
