import { type ComponentProps, use, useState } from 'react';
import { UserContext } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Dices, ListPlus, Undo2 } from '#web/ui/icons.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import type StartFromDialog from './start-from-dialog.tsx';

type StartFromProps = Omit<ComponentProps<typeof StartFromDialog>, 'open' | 'onOpenChange'> & {
  disabled: boolean;
  replaced: readonly string[] | null;
  onBringBack: () => void;
};

const IN_HEADER =
  'min-[85rem]:absolute min-[85rem]:top-5.5 min-[85rem]:right-34 min-[85rem]:border-0 min-[85rem]:p-0';

const LazyDialog = lazyComponent(() => import('./start-from-dialog.tsx'));

export function StartFrom({ disabled, replaced, onBringBack, onUse, ...dialog }: StartFromProps) {
  const [isOpen, setOpen] = useState(false);
  const isVisitor = use(UserContext) === null;
  const isEmpty = dialog.current.length === 0;
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-2 px-4.5 sm:px-6',
        isEmpty ? 'order-1 justify-center pb-12' : 'justify-between border-rule border-b py-2',
        !isEmpty && !replaced && `max-lg:order-1 ${IN_HEADER}`,
      )}
    >
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        {isVisitor ? <Dices aria-hidden /> : <ListPlus aria-hidden />}
        {isVisitor ? 'Surprise me' : 'Start from...'}
      </Button>
      {replaced && (
        <Button variant="ghost" disabled={disabled} onClick={onBringBack}>
          <Undo2 aria-hidden />
          {replaced.length === 0
            ? 'Clear the sheet'
            : `Bring back my ${replaced.length === 1 ? 'song' : `${replaced.length} songs`}`}
        </Button>
      )}
      <LazyDialog
        {...dialog}
        loadWhen={isOpen && 'required'}
        open={isOpen}
        onOpenChange={setOpen}
        onUse={(songIds, isSurprise) => {
          setOpen(false);
          onUse(songIds, isSurprise);
        }}
      />
    </div>
  );
}
