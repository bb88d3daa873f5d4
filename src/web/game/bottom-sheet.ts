import { lazyComponent } from '#web/ui/loading/lazy.tsx';

export const BottomSheet = lazyComponent(
  async () => ({ default: (await import('#web/ui/overlay/dialog.tsx')).BottomSheet }),
  { isShared: true },
);
