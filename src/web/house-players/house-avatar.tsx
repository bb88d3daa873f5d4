import type { HousePlayer } from '#contract/house-players.ts';
import { classes } from '#web/ui/class-names.ts';
import type { Icon } from '#web/ui/icon.ts';
import LibraryBig from '~icons/library-big';
import NotebookPen from '~icons/notebook-pen';
import Sparkles from '~icons/sparkles';
import Users from '~icons/users';

type HouseAvatarProps = { player: HousePlayer; size?: 'sm' | 'md' | undefined };

export function HouseAvatar({ player, size = 'md' }: HouseAvatarProps) {
  const { Icon, color } = LOOKS[player];
  return (
    <span
      aria-hidden
      className={classes(
        color,
        'inline-grid shrink-0 place-content-center rounded-lg text-(--avatar-text)',
        size === 'md' ? 'size-11 [&>svg]:size-6' : 'size-7 [&>svg]:size-4',
      )}
    >
      <Icon />
    </span>
  );
}

/** Classes, because the server's HTML may contain no style attributes. */
const LOOKS: Record<HousePlayer, { Icon: Icon; color: string }> = {
  notebook: { Icon: NotebookPen, color: 'bg-(--avatar-5)' },
  archivist: { Icon: LibraryBig, color: 'bg-(--avatar-2)' },
  optimist: { Icon: Sparkles, color: 'bg-(--avatar-4)' },
  twenty: { Icon: Users, color: 'bg-(--avatar-3)' },
};
