import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';

type MenuTrigger = { label: string; icon: ReactNode; id?: string };

/** Returns the properties of a lazy menu, whose code loads when its button is pressed. */
export function useMenuTrigger({ label, icon, id }: MenuTrigger) {
  const [wasOpened, setOpened] = useState(false);
  const trigger = (
    <Button
      id={id}
      size="icon"
      variant="ghost"
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
    >
      {icon}
    </Button>
  );
  return { trigger, loadWhen: wasOpened, fallback: trigger };
}
