import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';

type MenuTrigger = {
  label: string;
  icon: ReactNode;
  /** Identifies the button if React replaces it after a press before hydration. */
  earlyPress?: string;
};

/** Returns the properties of a lazy menu, whose code loads when its button is pressed. */
export function useMenuTrigger({ label, icon, earlyPress }: MenuTrigger) {
  const [wasOpened, setOpened] = useState(false);
  const trigger = (
    <Button
      // Don't set an ID: the menu sets its own and uses it as its label.
      data-early-press={earlyPress}
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
