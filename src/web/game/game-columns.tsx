import type { ReactNode } from 'react';

export function GameColumns({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-x-8 pt-3 lg:min-h-0 lg:flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.12fr)] lg:grid-rows-[minmax(0,1fr)] lg:items-start xl:gap-x-10">
      {children}
    </div>
  );
}
