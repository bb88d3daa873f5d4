export interface Gate {
  opened: Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  let resolveGate = () => {};
  const opened = new Promise<void>((resolve) => {
    resolveGate = resolve;
  });
  return { opened, open: resolveGate };
}
